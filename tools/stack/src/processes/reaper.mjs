import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { signalGroup } from './process-group.mjs';

/**
 * What ends first when everything ends: programs that only prepare, then services, then what services need.
 * @type {{ preparation: 3, service: 2, backing: 1, foundation: 0 }}
 */
export const END_ORDER = { preparation: 3, service: 2, backing: 1, foundation: 0 };

/** Tells the reaper to end everything by force. */
export const HURRY_SIGNAL = 'SIGUSR2';

/**
 * @typedef {{
 *   pid: number,
 *   add: (group: number, order: number) => void,
 *   remove: (group: number) => void,
 *   hold: (file: string, content?: string) => void,
 *   release: (file: string) => void,
 *   close: () => Promise<void>,
 *   closeAtOnce: () => Promise<void>,
 * }} Reaper
 */

/**
 * Starts the process that ends all registered process groups when this process is gone, however it went.
 * `close` resolves when the reaper has ended what was still registered; `closeAtOnce` gives nothing time to end by itself.
 * @returns {Reaper}
 */
export function startReaper() {
  const script = fileURLToPath(new URL('./reaper-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  if (child.pid === undefined) throw new Error('The process that cleans up could not be started.');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();

  let isClosed = false;
  /** @param {unknown[]} message */
  const tell = (...message) => {
    if (!isClosed) child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  const close = async () => {
    isClosed = true;
    child.ref();
    child.stdin.end();
    await exited;
  };
  return {
    pid: child.pid,
    add: (group, order) => {
      // What starts while everything ends would otherwise be left behind.
      if (isClosed) signalGroup(group, 'SIGKILL');
      else tell('add', group, order);
    },
    remove: (group) => tell('remove', group),
    hold: (file, content) => tell('hold', file, content),
    release: (file) => tell('release', file),
    close,
    closeAtOnce: async () => {
      child.kill(HURRY_SIGNAL);
      await close();
    },
  };
}

/**
 * Does work with the caller's reaper, or where there is none with one for this work alone.
 * @template Result
 * @param {Reaper | undefined} given
 * @param {(reaper: Reaper) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withReaper(given, work) {
  if (given) return await work(given);
  const reaper = startReaper();
  try {
    return await work(reaper);
  } finally {
    await reaper.close();
  }
}
