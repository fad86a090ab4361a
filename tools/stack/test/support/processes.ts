import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const POLL_MS = 50;

/** Ids of running processes whose working directory is in the folder, or whose arguments contain it. */
export function processesIn(dir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => isAlive(pid) && belongsTo({ pid, dir }));
}

/** Waits until no process of the folder runs. Throws with the remaining commands after the timeout. */
export async function waitForNoProcessIn({ dir, timeoutMs }: { dir: string; timeoutMs: number }): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (processesIn(dir).length > 0) {
    if (Date.now() > end) throw new Error(`Still running: ${processesIn(dir).map(commandOf).join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function belongsTo({ pid, dir }: { pid: number; dir: string }): boolean {
  return workingDirectoryOf(pid).startsWith(dir) || commandOf(pid).includes(dir);
}

function isAlive(pid: number): boolean {
  return !/^State:\s+Z/m.test(read(`/proc/${pid}/status`)) && read(`/proc/${pid}/status`) !== '';
}

const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function workingDirectoryOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

/** Empty for a process that has ended in the meantime. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
