import { spawn } from 'node:child_process';

/**
 * The shell waits for a line before it becomes the program, and ends if the launcher dies first. Otherwise a launcher that is killed
 * between starting a child and registering it would leave the child behind.
 */
const WAIT_THEN_RUN = 'read -r go <&3 || exit 1; exec 3<&-; exec "$@"';

/**
 * Starts a program as the leader of a process group, which is registered with the reaper before the program runs.
 * Exit code 127 or 126 means that there is no such program.
 * @param {{
 *   command: string, args: string[], cwd?: string, env: NodeJS.ProcessEnv,
 *   output: 'pipe' | number, reaper: import('./reaper.mjs').Reaper, endOrder: number,
 * }} input `output`: an open file for the program's output, or a pipe
 */
export function spawnRegistered({ command, args, cwd, env, output, reaper, endOrder }) {
  const child = spawn('/bin/sh', ['-c', WAIT_THEN_RUN, 'sh', command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  const group = child.pid;
  if (group === undefined) throw new Error(`No process could be started for ${command}.`);
  reaper.add(group, endOrder);
  const gate = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  gate.on('error', () => {});
  gate.end('go\n');
  return { child, group };
}
