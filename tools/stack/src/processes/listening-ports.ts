import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasCode } from '../machine/has-code.mjs';
import { groupMembers } from './process-group.mjs';

const LISTENING = '0A';
/** Columns of /proc/net/tcp, see proc(5): https://man7.org/linux/man-pages/man5/proc_net.5.html */
const [LOCAL_ADDRESS, STATE, INODE] = [1, 3, 9];

/**
 * Whether each of the ports has a listener in the process group, so that another server that answers there is not taken for
 * this one. True where the system does not say (no /proc, or another user's process).
 */
export function isGroupListening({ group, ports }: { group: number; ports: readonly number[] }): boolean {
  try {
    const files = new Set((groupMembers(group) ?? []).flatMap(openFiles));
    let missing = ports;
    // The kernel takes milliseconds to produce a table, so the second one is read only if needed.
    for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
      if (missing.length === 0) break;
      const rows = readFileSync(table, 'latin1').split('\n');
      missing = missing.filter((port) => !listeningSockets({ rows, port }).some((socket) => files.has(socket)));
    }
    return missing.length === 0;
  } catch {
    return true;
  }
}

/** Names of the listening sockets of a port, as /proc/<pid>/fd shows them. */
function listeningSockets({ rows, port }: { rows: readonly string[]; port: number }): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter((row) => row[LOCAL_ADDRESS]?.endsWith(suffix) && row[STATE] === LISTENING)
    .map((row) => `socket:[${row[INODE]}]`);
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
