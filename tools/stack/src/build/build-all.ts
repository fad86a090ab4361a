import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { hashFiles } from '../machine/hash-files.mjs';
import { StackError } from '../machine/stack-error.mjs';
import { type Reaper, withReaper } from '../processes/reaper.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { repository } from '../repository.ts';
import { serviceNames } from '../services/service-names.ts';
import { bundle, bundleForBrowser, type Programs } from './bundle.ts';
import { copyOutsidePackages } from './outside-packages.ts';

/** Beside `main.ts`: programs that a service starts (`x.process.ts`), and programs for operators (`x.command.ts`, built as `x.js`). */
const OTHER_PROGRAM = /\.(process|command)\.ts$/;

const WEB_BUILD_TIMEOUT_MS = 4 * 60_000;
const WEB_SOURCES = ['web', 'packages/contracts/package.json', 'packages/contracts/src', 'tsconfig.base.json', 'package-lock.json'];

const SIMULATOR = 'tools/stripe-simulator';
const SERVICES = serviceNames.map((name) => `services/${name}`);
const BACKUP = 'tools/backup';

/**
 * Bundles the programs of every service and the Stripe simulator into their `dist` folders, and builds the web app if its
 * sources changed, all side by side. Throws a StackError that names the program that could not be built.
 */
export async function buildAll({ env = process.env, reaper }: { env?: NodeJS.ProcessEnv; reaper?: Reaper } = {}): Promise<void> {
  await withReaper(reaper, (own) => Promise.all([...SERVICES.map(buildFolder), buildSimulator(), buildWeb({ env, reaper: own })]));
}

/** The simulator, and the script that it serves instead of Stripe's. */
export async function buildSimulator(): Promise<void> {
  const script = join(repository, SIMULATOR, 'src/browser/main.ts');
  await Promise.all([
    buildFolder(SIMULATOR),
    bundleForBrowser({ sources: { stripe: script }, outDir: join(repository, SIMULATOR, 'dist') }),
  ]);
}

/** Builds all that the container images contain: see the Dockerfile. */
export async function buildForImages(): Promise<void> {
  await Promise.all([buildAll(), buildFolder(BACKUP)]);
  for (const folder of [...SERVICES, SIMULATOR, BACKUP]) copyOutsidePackages(join(repository, folder, 'dist'));
}

/** The programs of a service. `folder` is relative to the repository. */
export function programsIn(folder: string): Programs {
  const src = join(repository, folder, 'src');
  if (!existsSync(join(src, 'main.ts'))) throw new StackError(`${folder} cannot be built: ${folder}/src/main.ts is missing.`);
  const others = readdirSync(src).filter((name) => OTHER_PROGRAM.test(name));
  const sources = {
    main: join(src, 'main.ts'),
    ...Object.fromEntries(others.map((file) => [file.replace(/(\.command)?\.ts$/, ''), join(src, file)])),
  };
  return { sources, outDir: join(repository, folder, 'dist') };
}

async function buildFolder(folder: string): Promise<void> {
  const programs = programsIn(folder);
  try {
    await bundle(programs);
  } catch (error) {
    throw new StackError(`${folder} cannot be built. ${error instanceof Error ? error.message : error}`);
  }
}

/** Builds the web app unless `web/dist` was built from the same sources. The new folder replaces the old one once it is complete. */
async function buildWeb({ env, reaper }: { env: NodeJS.ProcessEnv; reaper: Reaper }): Promise<void> {
  const dist = join(repository, 'web/dist');
  const stamp = join(repository, '.cache/web-build');
  const hash = hashFiles({ root: repository, paths: WEB_SOURCES });
  if (existsSync(join(dist, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;

  const id = randomUUID();
  const draft = join(repository, '.cache', `web-${id}`);
  const former = join(repository, '.cache', `web-former-${id}`);
  try {
    await runVite({ outDir: draft, env, reaper });
    if (existsSync(dist)) renameSync(dist, former);
    renameSync(draft, dist);
    writeFileSync(stamp, hash);
  } finally {
    for (const folder of [draft, former]) rmSync(folder, { recursive: true, force: true });
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
    timeoutMs: WEB_BUILD_TIMEOUT_MS,
    reaper,
  });
  if (code !== 0) throw new StackError(`The web app could not be built:\n  ${output.trim().split('\n').slice(-20).join('\n  ')}`);
}
