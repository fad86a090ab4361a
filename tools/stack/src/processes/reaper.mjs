import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { signalGroup } from './process-group.mjs';

/**
 * The order when everything ends, highest first: installers and builds, services, backing servers, and what those depend on.
 * @type {{ preparation: 3, service: 2, backing: 1, foundation: 0 }}
 */
export const END_ORDER = { preparation: 3, service: 2, backing: 1, foundation: 0 };

/** Makes the reaper end everything by force. */
export const FORCE_SIGNAL = 'SIGUSR2';

/**
 * @typedef {{
 *   pid: number,
 *   add: (group: number, order: number) => void,
 *   remove: (group: number) => void,
 *   removeAtEnd: (file: string, content?: string) => void,
 *   keep: (file: string) => void,
 *   close: () => Promise<void>,
 *   closeByForce: () => Promise<void>,
 * }} Reaper
 */

/**
 * Starts the reaper: a process that ends all registered process groups when this process has ended, for whatever reason.
 * `close` resolves when the reaper has ended everything that was still registered; `closeByForce` does so without a grace period.
 * `removeAtEnd` registers a file or folder to remove after that, `keep` cancels it.
 * @returns {Reaper}
 */
export function startReaper() {
  const script = fileURLToPath(new URL('./reaper-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  if (child.pid === undefined) throw new Error('The reaper process could not be started.');
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();

  let isClosed = false;
  /** @param {unknown[]} message */
  const send = (...message) => {
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
      // A group that starts while everything ends would be left behind.
      if (isClosed) signalGroup(group, 'SIGKILL');
      else send('add', group, order);
    },
    remove: (group) => send('remove', group),
    removeAtEnd: (file, content) => send('removeAtEnd', file, content),
    keep: (file) => send('keep', file),
    close,
    closeByForce: async () => {
      child.kill(FORCE_SIGNAL);
      await close();
    },
  };
}

/**
 * Does work with the caller's reaper, or with a new one that is closed after the work.
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
