import { countMembers, isGroupAlive, isLeaderAlive, signalGroup, signalLeader } from './process-group.mjs';

const POLL_MS = 50;
const ASK_AGAIN_AFTER_MS = 3_000;
const KILLED_WITHIN_MS = 2_000;

/**
 * Ends process groups together: with `signal` (SIGTERM where none is named), and by SIGKILL what still runs after the grace.
 * @param {{ groups: number[], graceMs: number, signal?: NodeJS.Signals }} input
 */
export async function endGroups({ groups, graceMs, signal = 'SIGTERM' }) {
  // Only SIGKILL goes to all members: the first process of a group knows how to end the others in their order.
  const ask = signal === 'SIGKILL' ? signalGroup : signalLeader;
  for (const group of groups) ask(group, signal);

  const started = Date.now();
  const askedAgain = new Set();
  const askAgain = (/** @type {number} */ group) => {
    if (askedAgain.has(group) || !hasMissedTheSignal({ group, waitedMs: Date.now() - started })) return;
    askedAgain.add(group);
    signalGroup(group, signal);
  };
  const remaining = await waitUntilGone({ groups, withinMs: graceMs, whileAlive: askAgain });
  for (const group of remaining) signalGroup(group, 'SIGKILL');
  await waitUntilGone({ groups: remaining, withinMs: KILLED_WITHIN_MS });
}

/**
 * A first process may go without having told the others, and one that only hands the signal on (RabbitMQ's script) may do so
 * while the other (Erlang) boots and drops it. A lone process is never asked twice: many take the second time for "at once".
 * @param {{ group: number, waitedMs: number }} input
 */
function hasMissedTheSignal({ group, waitedMs }) {
  if (!isLeaderAlive(group)) return true;
  return waitedMs > ASK_AGAIN_AFTER_MS && (countMembers(group) ?? 1) > 1;
}

/** @param {{ groups: number[], withinMs: number, whileAlive?: (group: number) => void }} input */
async function waitUntilGone({ groups, withinMs, whileAlive }) {
  const end = Date.now() + withinMs;
  let alive = groups.filter(isGroupAlive);
  while (alive.length > 0 && Date.now() < end) {
    if (whileAlive) alive.forEach(whileAlive);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    alive = alive.filter(isGroupAlive);
  }
  return alive;
}
