import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../machine/stack-error.mjs';
import { type Reaper, withReaper } from '../processes/reaper.mjs';
import { repository } from '../repository.ts';
import { serviceNames } from '../services/service-names.ts';
import { buildWeb } from './build-web.ts';
import { bundleProgram } from './bundle.ts';

/** Beside `main.ts`: what a service starts itself, and what an operator starts beside it; the latter is called by its first name alone. */
const OTHER_PROGRAM = /\.(process|command)\.ts$/;

const PROGRAMS = [...serviceNames.map((name) => `services/${name}`), 'tools/stripe-simulator'];

/**
 * Bundles every service and the card simulator into its `dist/main.js`, with its programs `*.process.ts` and `*.command.ts` beside it, and builds the web app where its sources changed,
 * side by side. Throws a StackError that names the program that could not be built.
 */
export async function buildAll({ env = process.env, reaper }: { env?: NodeJS.ProcessEnv; reaper?: Reaper } = {}): Promise<void> {
  await withReaper(reaper, (own) => Promise.all([...PROGRAMS.map(buildProgram), buildWeb({ env, reaper: own })]));
}

async function buildProgram(folder: string): Promise<void> {
  const entry = join(repository, folder, 'src/main.ts');
  if (!existsSync(entry)) throw new StackError(`${folder} cannot be built: ${folder}/src/main.ts is missing.`);
  try {
    const programs = ['main.ts', ...readdirSync(join(repository, folder, 'src')).filter((name) => OTHER_PROGRAM.test(name))];
    for (const name of programs) {
      const outFile = join(repository, folder, 'dist', name.replace(/(\.command)?\.ts$/, '.js'));
      await bundleProgram({ entry: join(repository, folder, 'src', name), outFile });
    }
  } catch (error) {
    throw new StackError(`${folder} cannot be built. ${error instanceof Error ? error.message : error}`);
  }
}
