#!/usr/bin/env node
// npm start: installs, builds and starts the whole shop with its backing servers, creates the demo data once, and prints the addresses.
// npm run demo (--demo): the same with a season of demo data.
// npm run dev (--dev): the same, but services and web app follow every change of their sources.
// Plain Node, because it runs before any package is installed.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { demoData } from './stack/src/cli/demo-data.mjs';
import { stopOnSignals } from './stack/src/cli/stop-on-signals.mjs';
import { addresses, timeTable } from './stack/src/cli/summary.mjs';
import { prepareMachine } from './stack/src/machine/prepare-machine.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { startReaper } from './stack/src/processes/reaper.mjs';
import { createStopwatch } from './stack/src/stopwatch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isDev = process.argv.includes('--dev');
const isDemo = process.argv.includes('--demo');
/** The season has more customers and orders than the limits for one network allow. */
const DEMO_LIMITS = { CODES_PER_IP_HOUR: '500', PAYMENT_INTENTS_PER_MINUTE: '100' };
const env = isDemo ? { ...DEMO_LIMITS, ...process.env } : process.env;
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
  log(addresses({ info: stack.info, dir, customer: DEMO_CUSTOMER, isDev }));
} catch (error) {
  // A start that is interrupted fails in many places; the process exits when everything has ended.
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
  const { buildAll, startDevStack, startStack } = await import('./stack/src/index.ts');
  const { drawAhead, seed, seedSeason } = await import('./seed/src/index.ts');
  const seeding = demoData({ dir, log, seed: (info) => stopwatch.time('demo data', () => seed({ ...info, log })) });
  const season = (info) => stopwatch.time('demo season', () => seedSeason({ ...info, log }));
  const fills = [seeding, isDemo ? demoData({ dir, log, seed: season, marker: 'season-seeded' }) : undefined].filter((each) => each);
  if (seeding) drawAhead();
  const fill =
    fills.length === 0 ? undefined : async (info) => fills.reduce((done, each) => done.then(() => each(info)), Promise.resolve());
  log('Starting …');
  const input = { dir, env, log, reaper, stopwatch, fill };
  const stack = await (isDev ? startDevStack(input) : startStack({ ...input, build: () => buildAll({ env, reaper }) }));
  stopping.onStop(() => stack.stop());
  return stack;
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`StageReel needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
