import { execFileSync, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePorts, readStackInfo } from '@stagereel/stack';

/** A version that is checked out installs its packages first. */
const START_MS = 8 * 60_000;
const STOP_MS = 60_000;
const POLL_MS = 500;
const SHOWN_CHARACTERS = 1500;
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Starts the shop in the folder `tree` with its demo content, as `npm start` does; its data goes below `dir`. `stops` gets how to stop it. */
export const startVersion = async ({
  name,
  tree,
  dir,
  stops,
}: {
  name: string;
  tree: string;
  dir: string;
  stops: (() => Promise<void>)[];
}): Promise<string> => {
  const state = join(dir, `stack-${name}`);
  const output = join(dir, `${name}.log`);
  const portOf = await choosePorts({ dir, names: [name] });
  const env = { ...process.env, PORT: String(portOf(name)), STACK_DIR: state };
  const log = openSync(output, 'w');
  // A group of its own, so that Ctrl-C reaches it once, from here.
  const child = spawn(process.execPath, ['tools/start.mjs'], { cwd: tree, env, stdio: ['ignore', log, log], detached: true });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  stops.push(async () => {
    child.kill();
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
  });
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && child.exitCode === null && child.signalCode === null; ) {
    const gateway = readStackInfo(state)?.gateway;
    // Written last, when the demo content is there.
    if (gateway && existsSync(join(state, 'seeded'))) return gateway;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`The shop in ${tree} did not start:\n${readFileSync(output, 'utf8').slice(-SHOWN_CHARACTERS)}`);
};

/** Checks out another version below `dir`. It has no installed packages, so its start installs its own; here they would be links to this version. */
export const checkOut = ({ ref, dir }: { ref: string; dir: string }): { tree: string; remove: () => void } => {
  const tree = join(dir, 'base');
  git('worktree', 'add', '--detach', tree, ref);
  return { tree, remove: () => void git('worktree', 'remove', '--force', tree) };
};

export const repository = (): string => git('rev-parse', '--show-toplevel');
