import { groupMembers, isGroupAlive, isLeaderAlive, signalGroup, signalLeader } from './process-group.mjs';

const POLL_MS = 50;
const REPEAT_AFTER_MS = 3_000;
const KILL_TIMEOUT_MS = 2_000;

/**
 * Ends process groups together: by `signal` (SIGTERM by default), and by SIGKILL if they still run after the grace period.
 * @param {{ groups: number[], graceMs: number, signal?: NodeJS.Signals }} input
 */
export async function endGroups({ groups, graceMs, signal = 'SIGTERM' }) {
  // Only SIGKILL goes to all members: the leader of a group stops the others in the right order.
  const send = signal === 'SIGKILL' ? signalGroup : signalLeader;
  for (const group of groups) send(group, signal);

  const started = Date.now();
  const repeated = new Set();
  const repeat = (/** @type {number} */ group) => {
    if (repeated.has(group) || !hasMissedTheSignal({ group, waitedMs: Date.now() - started })) return;
    repeated.add(group);
    signalGroup(group, signal);
  };
  const remaining = await waitUntilGone({ groups, timeoutMs: graceMs, whileAlive: repeat });
  for (const group of remaining) signalGroup(group, 'SIGKILL');
  await waitUntilGone({ groups: remaining, timeoutMs: KILL_TIMEOUT_MS });
}

/**
 * Whether to send the signal to all members of a group. The leader may end without stopping the others, and one that only forwards
 * the signal (RabbitMQ's script) may do so while the other (Erlang) boots and loses it. A lone process gets no second signal,
 * because many take that for an order to stop by force.
 * @param {{ group: number, waitedMs: number }} input
 */
function hasMissedTheSignal({ group, waitedMs }) {
  if (!isLeaderAlive(group)) return true;
  return waitedMs > REPEAT_AFTER_MS && (groupMembers(group)?.length ?? 1) > 1;
}

/** @param {{ groups: number[], timeoutMs: number, whileAlive?: (group: number) => void }} input */
async function waitUntilGone({ groups, timeoutMs, whileAlive }) {
  const end = Date.now() + timeoutMs;
  let alive = groups.filter(isGroupAlive);
  while (alive.length > 0 && Date.now() < end) {
    if (whileAlive) alive.forEach(whileAlive);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    alive = alive.filter(isGroupAlive);
  }
  return alive;
}
