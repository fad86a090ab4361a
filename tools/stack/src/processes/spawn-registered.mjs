import { spawn } from 'node:child_process';

/**
 * Waits for the word to go before it becomes the program, and ends when the launcher dies first. Otherwise a launcher that is
 * killed between making a child and registering it would leave the child behind.
 */
const WAIT_THEN_RUN = 'read -r go <&3 || exit 1; exec 3<&-; exec "$@"';

/**
 * Starts a program as the first of a process group of its own, which the reaper knows before the program runs.
 * Exit code 127 or 126 says that there is no such program.
 * @param {{
 *   command: string, args: string[], cwd?: string, env: NodeJS.ProcessEnv,
 *   output: 'pipe' | number, reaper: import('./reaper.mjs').Reaper, endOrder: number,
 * }} input `output`: an open file for what the program prints, or a pipe
 */
export function spawnRegistered({ command, args, cwd, env, output, reaper, endOrder }) {
  const child = spawn('/bin/sh', ['-c', WAIT_THEN_RUN, 'sh', command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  const group = child.pid;
  if (group === undefined) throw new Error(`No process could be made for ${command}.`);
  reaper.add(group, endOrder);
  const gate = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  gate.on('error', () => {});
  gate.end('go\n');
  return { child, group };
}
