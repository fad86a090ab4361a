import { readdirSync, readFileSync } from 'node:fs';
import { hasCode } from '../machine/has-code.mjs';

/**
 * Whether a process group still has a member that runs. A zombie does not count: where process 1 never collects its
 * children (many containers), it would stay for ever.
 * @param {number} group id of the group's first process
 */
export function isGroupAlive(group) {
  if (!canSignal(-group)) return false;
  const leader = readStat(group);
  if (leader !== undefined && !isGone(group, leader)) return true;
  return (countMembers(group) ?? 1) > 0;
}

/**
 * How many members of a group run; undefined where the system does not say.
 * @param {number} group
 */
export function countMembers(group) {
  const isMember = (/** @type {number} */ id) => {
    const stat = readStat(id);
    return stat !== undefined && stat.group === group && !isGone(id, stat);
  };
  return listProcessIds()?.filter(isMember).length;
}

/**
 * Whether a group's first process runs.
 * @param {number} group
 */
export function isLeaderAlive(group) {
  if (!canSignal(group)) return false;
  const stat = readStat(group);
  return stat === undefined || !isGone(group, stat);
}

/**
 * What tells a process from a later one of the same number.
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
  return stat === undefined || (!isGone(pid, stat) && stat.startedAt === startedAt);
}

/**
 * Asks a group to end through its first process, which knows how to end the others; without it, each of them.
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
 * Whether a process is a zombie to its last thread: while one of a killed process still ends, its files and sockets are open.
 * @param {number} pid
 * @param {{ state: string | undefined }} stat
 */
function isGone(pid, { state }) {
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
    // The program's name stands in brackets and may hold anything, so fields are counted from the last bracket on.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], group: Number(fields[2]), startedAt: fields[19] };
  } catch {
    return undefined;
  }
}
