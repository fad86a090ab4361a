import { isGroupAlive, signalGroup, signalLeader } from './process-group.mjs';

const POLL_MS = 50;
const KILLED_WITHIN_MS = 2_000;

/**
 * Ends process groups together: with `signal` (SIGTERM where none is named), and by SIGKILL what still runs after the grace.
 * @param {{ groups: number[], graceMs: number, signal?: NodeJS.Signals }} input
 */
export async function endGroups({ groups, graceMs, signal = 'SIGTERM' }) {
  // Only SIGKILL goes to all members: the first process of a group knows how to end the others in their order.
  const ask = signal === 'SIGKILL' ? signalGroup : signalLeader;
  for (const group of groups) ask(group, signal);
  const remaining = await waitUntilGone({ groups, withinMs: graceMs });
  for (const group of remaining) signalGroup(group, 'SIGKILL');
  await waitUntilGone({ groups: remaining, withinMs: KILLED_WITHIN_MS });
}

/** @param {{ groups: number[], withinMs: number }} input */
async function waitUntilGone({ groups, withinMs }) {
  const end = Date.now() + withinMs;
  let alive = groups.filter(isGroupAlive);
  while (alive.length > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    alive = alive.filter(isGroupAlive);
  }
  return alive;
}
