import { spawn } from 'node:child_process';
import { endGroups } from './end-groups.mjs';
import { END_ORDER } from './reaper.mjs';

const KEPT_OUTPUT = 20_000;

/**
 * Runs a program to its end and gives its exit code (-1: not started, -2: out of time) and the end of its output.
 * @param {{
 *   command: string, args: string[], env: NodeJS.ProcessEnv, timeoutMs: number,
 *   cwd?: string, reaper?: import('./reaper.mjs').Reaper,
 * }} input
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runCommand({ command, args, env, timeoutMs, cwd, reaper }) {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const group = child.pid;
  if (group !== undefined) reaper?.add(group, END_ORDER.preparation);
  let output = '';
  /** @param {Buffer} piece */
  const keep = (piece) => {
    output = (output + piece.toString()).slice(-KEPT_OUTPUT);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (group !== undefined) void endGroups({ groups: [group], graceMs: 2_000 });
  }, timeoutMs);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  clearTimeout(timer);
  if (group !== undefined) reaper?.remove(group);
  return { code: isLate ? -2 : code, output };
}
