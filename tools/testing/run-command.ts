import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

type Command = { program: string; args: readonly string[]; env?: NodeJS.ProcessEnv };

const children = new Set<ReturnType<typeof spawn>>();
let isStopping = false;

/** Ends all running commands; the commands that would follow fail at once. */
export const stopCommands = (signal: NodeJS.Signals): void => {
  isStopping = true;
  for (const child of children) child.kill(signal);
};

/**
 * Runs a program in the root folder. `output: 'collect'` collects both of its streams, so that parallel commands do not mix their lines;
 * `'data'` collects stdout alone.
 */
export const runCommand = (
  { program, args, env = {} }: Command,
  output: 'collect' | 'data' | 'show' = 'collect',
): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    if (isStopping) {
      resolve({ status: 1, output: 'The test run was stopped' });
      return;
    }
    const stdio = { collect: 'pipe', data: ['ignore', 'pipe', 'inherit'], show: 'inherit' } as const;
    const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: stdio[output] as 'pipe' });
    children.add(child);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ status: 1, output: String(error) }));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ status: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });

export const installedProgram = (name: string): string => join(ROOT, 'node_modules', '.bin', name);
