import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { hashFiles } from '../machine/hash-files.mjs';
import { StackError } from '../machine/stack-error.mjs';
import type { Reaper } from '../processes/reaper.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { repository } from '../repository.ts';

const BUILD_WITHIN_MS = 4 * 60_000;
const SOURCES = ['web', 'packages/contracts/package.json', 'packages/contracts/src', 'tsconfig.base.json', 'package-lock.json'];

/** Builds the web app unless `web/dist` is what these sources make. The new one takes the old one's place when it is whole. */
export async function buildWeb({ env, reaper }: { env: NodeJS.ProcessEnv; reaper: Reaper }): Promise<void> {
  const dist = join(repository, 'web/dist');
  const stamp = join(repository, '.cache/web-build');
  const hash = hashFiles({ root: repository, paths: SOURCES });
  if (existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;

  const id = randomUUID();
  const fresh = join(repository, '.cache', `web-${id}`);
  const former = join(repository, '.cache', `web-former-${id}`);
  try {
    await runVite({ outDir: fresh, env, reaper });
    if (existsSync(dist)) renameSync(dist, former);
    renameSync(fresh, dist);
    writeFileSync(stamp, hash);
  } finally {
    for (const folder of [fresh, former]) rmSync(folder, { recursive: true, force: true });
  }
}

async function runVite({ outDir, env, reaper }: { outDir: string; env: NodeJS.ProcessEnv; reaper: Reaper }): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const { code, output } = await runCommand({
    command: process.execPath,
    args: [vite, 'build', '--outDir', outDir, '--emptyOutDir'],
    cwd: join(repository, 'web'),
    env: baseEnv(env),
    timeoutMs: BUILD_WITHIN_MS,
    reaper,
  });
  if (code !== 0) throw new StackError(`The web app could not be built:\n  ${output.trim().split('\n').slice(-20).join('\n  ')}`);
}
