import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * What ends first when everything ends: programs that only prepare, then services, then what services need.
 * @type {{ preparation: 3, service: 2, backing: 1, foundation: 0 }}
 */
export const END_ORDER = { preparation: 3, service: 2, backing: 1, foundation: 0 };

/**
 * @typedef {{
 *   pid: number,
 *   add: (group: number, order: number) => void,
 *   remove: (group: number) => void,
 *   hold: (file: string) => void,
 *   release: (file: string) => void,
 *   close: () => Promise<void>,
 * }} Reaper
 */

/**
 * Starts the process that ends all registered process groups when this process is gone, however it went.
 * `close` resolves when the reaper has ended what was still registered.
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

  /** @param {unknown[]} message */
  const tell = (...message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  return {
    pid: child.pid,
    add: (group, order) => tell('add', group, order),
    remove: (group) => tell('remove', group),
    hold: (file) => tell('hold', file),
    release: (file) => tell('release', file),
    close: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}
