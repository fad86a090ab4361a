import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasCode } from '../machine/has-code.mjs';
import { groupMembers } from './process-group.mjs';

const LISTENING = '0A';
/** Columns of /proc/net/tcp, see proc(5): https://man7.org/linux/man-pages/man5/proc_net.5.html */
const [LOCAL_ADDRESS, STATE, INODE] = [1, 3, 9];

/**
 * Whether a process of the group listens on the port, so that a server is not taken for ready because another one answers
 * in its place. True where the system does not say (no /proc, or another user's process).
 */
export function isGroupListening({ group, port }: { group: number; port: number }): boolean {
  try {
    const sockets = listeningSockets(port);
    return (groupMembers(group) ?? []).some((pid) => openFiles(pid).some((file) => sockets.has(file)));
  } catch {
    return true;
  }
}

/** Names of the listening sockets of a port, as /proc/<pid>/fd shows them. */
function listeningSockets(port: number): Set<string> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => readFileSync(table, 'latin1').split('\n'));
  const listening = rows
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => row[LOCAL_ADDRESS]?.endsWith(suffix) && row[STATE] === LISTENING);
  return new Set(listening.map((row) => `socket:[${row[INODE]}]`));
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return unlessGone(() => readdirSync(folder), []).map((descriptor) => unlessGone(() => readlinkSync(`${folder}/${descriptor}`), ''));
}

/** A process may end, or close a file, between the listing and the reading. */
function unlessGone<Result>(read: () => Result, otherwise: Result): Result {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return otherwise;
    throw error;
  }
}
