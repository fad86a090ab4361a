import { execFileSync, spawn } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { choosePorts, readStackInfo } from '@stagereel/stack';

const START_MS = 240_000;
const POLL_MS = 500;
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

export type Version = { gateway: string; stop: () => Promise<void> };

/** Builds and starts the shop in the folder `tree` with its demo content, as `npm start` does; its data goes below `dir`. */
export const startVersion = async ({ name, tree, dir }: { name: string; tree: string; dir: string }): Promise<Version> => {
  const state = join(dir, `stack-${name}`);
  const portOf = await choosePorts({ dir, names: [name] });
  const env = { ...process.env, PORT: String(portOf(name)), STACK_DIR: state };
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: tree, env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && child.exitCode === null; ) {
    const gateway = readStackInfo(state)?.gateway;
    // Written last, when the demo content is there.
    if (gateway && existsSync(join(state, 'seeded'))) return { gateway, stop };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await stop();
  throw new Error(`The shop in ${tree} did not start`);
};

/** Checks out another version below `dir`. It uses the packages that are installed here. */
export const checkOut = ({ ref, dir }: { ref: string; dir: string }): { tree: string; remove: () => void } => {
  const tree = join(dir, 'base');
  git('worktree', 'add', '--detach', tree, ref);
  symlinkSync(join(repository(), 'node_modules'), join(tree, 'node_modules'));
  return { tree, remove: () => void git('worktree', 'remove', '--force', tree) };
};

export const repository = (): string => git('rev-parse', '--show-toplevel');
