import { createInterface } from 'node:readline';
import { endGroups } from './end-groups.mjs';
import { END_ORDER } from './reaper.mjs';
import { spawnRegistered } from './spawn-registered.mjs';

const MAX_OUTPUT = 20_000;

/**
 * Runs a program to its end and returns its exit code (127: no such program, -1: timeout) and the end of its output.
 * @param {{
 *   command: string, args: string[], env: NodeJS.ProcessEnv, timeoutMs: number, reaper: import('./reaper.mjs').Reaper, cwd?: string,
 *   onLine?: (line: string) => void,
 * }} input `onLine` receives each line of its standard output
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runCommand({ command, args, env, timeoutMs, reaper, cwd, onLine }) {
  const { child, group } = spawnRegistered({ command, args, cwd, env, output: 'pipe', reaper, endOrder: END_ORDER.preparation });
  let output = '';
  /** @param {Buffer} piece */
  const keep = (piece) => {
    output = (output + piece.toString()).slice(-MAX_OUTPUT);
  };
  child.stdout?.on('data', keep);
  if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine);
  child.stderr?.on('data', keep);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    void endGroups({ groups: [group], graceMs: 2_000 });
  }, timeoutMs);
  /** @type {number} */
  const code = await new Promise((resolve) => {
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  clearTimeout(timer);
  reaper.remove(group);
  return { code: isTimedOut ? -1 : code, output };
}
