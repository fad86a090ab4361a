import { readdirSync, readFileSync } from 'node:fs';
import { hasCode } from '../machine/has-code.mjs';

/**
 * Whether a member of a process group still runs. Zombies do not count, because in many containers process 1 never reaps them.
 * @param {number} group id of the group's leader
 */
export function isGroupAlive(group) {
  if (!canSignal(-group)) return false;
  const leader = readStat(group);
  if (leader !== undefined && !hasEnded(group, leader)) return true;
  return groupMembers(group)?.length !== 0;
}

/**
 * Ids of the running members of a group; undefined where there is no /proc.
 * @param {number} group
 */
export function groupMembers(group) {
  const isMember = (/** @type {number} */ id) => {
    const stat = readStat(id);
    return stat !== undefined && stat.group === group && !hasEnded(id, stat);
  };
  return listProcessIds()?.filter(isMember);
}

/**
 * Whether a group's leader runs.
 * @param {number} group
 */
export function isLeaderAlive(group) {
  if (!canSignal(group)) return false;
  const stat = readStat(group);
  return stat === undefined || !hasEnded(group, stat);
}

/**
 * Identifies a process, even if a later one has the same id.
 * @typedef {{ pid: number, startedAt?: string }} ProcessMark
 */

/**
 * @param {number} pid
 * @returns {ProcessMark}
 */
export function markProcess(pid) {
  return { pid, startedAt: readStat(pid)?.startedAt };
}

/**
 * Whether the marked process still runs (and is no zombie).
 * @param {ProcessMark} mark
 */
export function isProcessAlive({ pid, startedAt }) {
  if (!canSignal(pid)) return false;
  const stat = readStat(pid);
  return stat === undefined || (!hasEnded(pid, stat) && stat.startedAt === startedAt);
}

/**
 * Sends a signal to a group's leader, which stops the others; if the leader has ended, to each of them.
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
export function signalLeader(group, signal) {
  send(isLeaderAlive(group) ? group : -group, signal);
}

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(group, signal) {
  send(-group, signal);
}

/** @param {number} target */
function canSignal(target) {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * @param {number} target
 * @param {NodeJS.Signals} signal
 */
function send(target, signal) {
  try {
    return process.kill(target, signal);
  } catch {
    return false;
  }
}

/** Undefined where there is no /proc. */
function listProcessIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return undefined;
  }
}

/**
 * Whether a process is a zombie without other threads. While a thread of a killed process still runs, its files and sockets are open.
 * @param {number} pid
 * @param {{ state: string | undefined }} stat
 */
function hasEnded(pid, { state }) {
  return state === 'Z' && countThreads(pid) <= 1;
}

/** @param {number} pid */
function countThreads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name is in brackets and may contain anything, so fields are counted after the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], group: Number(fields[2]), startedAt: fields[19] };
  } catch {
    return undefined;
  }
}
