#!/usr/bin/env node
// npm start: installs, builds, starts the whole shop with all it stands on, fills it once with demo data, and prints where it is.
// Plain Node: it runs before any package is there.
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { stopOnSignals } from './stack/src/cli/stop-on-signals.mjs';
import { addresses, timeTable } from './stack/src/cli/summary.mjs';
import { prepareMachine } from './stack/src/machine/prepare-machine.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { startReaper } from './stack/src/processes/reaper.mjs';
import { createStopwatch } from './stack/src/stopwatch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = process.env;
const dir = resolve(root, env.STACK_DIR || '.stack');
/** @param {string} line */
const log = (line) => console.log(line);

refuseOldNode();
const stopwatch = createStopwatch();
const reaper = startReaper();
const stopping = stopOnSignals({ reaper, log });
process.stdout.on('error', () => {});
try {
  const stack = await start();
  log(timeTable(stopwatch.laps()));
  const { DEMO_CUSTOMER } = await import('./seed/src/index.ts');
  log(addresses({ info: stack.info, dir, customer: DEMO_CUSTOMER }));
} catch (error) {
  // A start that is being stopped fails in many places; the process ends when all has ended.
  if (!stopping.hasBegun()) {
    await reaper.close();
    console.error(error instanceof StackError ? `\n${error.message}` : error);
    process.exit(1);
  }
}

async function start() {
  await stopwatch.time('install', () =>
    Promise.all([
      stopwatch.time('npm ci', () => ensureInstalled({ log, reaper })),
      stopwatch.time('programs', () => prepareMachine({ need: ['mongodb', 'redis', 'rabbitmq'], programs: ['ffmpeg'], env, log, reaper })),
    ]),
  );
  const { register } = await import('tsx/esm/api');
  register();
  const { buildAll, startStack } = await import('./stack/src/index.ts');
  log('Starting …');
  const stack = await startStack({ dir, env, log, reaper, stopwatch, build: () => buildAll({ env, reaper }) });
  stopping.onStop(() => stack.stop());
  await seedOnce(stack);
  return stack;
}

/** @param {import('@stagereel/stack').Stack} stack */
async function seedOnce({ info }) {
  const mark = join(dir, 'seeded');
  if (existsSync(mark)) return;
  log('Filling the shop with demo data (once) …');
  const { seed } = await import('./seed/src/index.ts');
  await stopwatch.time('demo data', () => seed({ ...info, log }));
  writeFileSync(mark, `${new Date().toISOString()}\n`);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`StageReel takes Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
