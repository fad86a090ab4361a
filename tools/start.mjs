#!/usr/bin/env node
// npm start: installs, builds and starts the whole shop with its backing servers, creates the demo data once, and prints the addresses.
// npm run demo (--demo): the same with a season of demo data.
// npm run dev (--dev): the same, but services and web app follow every change of their sources.
// Plain Node, because it runs before any package is installed.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { DEMO_CUSTOMER } from './seed/src/demo-customer.mjs';
import { loadLauncher } from './stack/src/build/load-launcher.mjs';
import { demoData, runSeed } from './stack/src/cli/demo-data.mjs';
import { stopOnSignals } from './stack/src/cli/stop-on-signals.mjs';
import { addresses, timeTable } from './stack/src/cli/summary.mjs';
import { prepareMachine } from './stack/src/machine/prepare-machine.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { startReaper } from './stack/src/processes/reaper.mjs';
import { runCommand } from './stack/src/processes/run-command.mjs';
import { createStopwatch } from './stack/src/stopwatch.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isDev = process.argv.includes('--dev');
const isDemo = process.argv.includes('--demo');
const BUILD_TIMEOUT_MS = 5 * 60_000;
/** The season has more customers and orders than the limits for one network allow. */
const DEMO_LIMITS = { LIMIT_FACTOR: '25' };
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
  /** @param {'seed' | 'season'} step */
  const runStep = (step) => (info) => stopwatch.time(`demo ${step}`, () => runSeed({ step, info, env, reaper, log }));
  const seeding = demoData({ dir, log, seed: runStep('seed') });
  const season = isDemo ? demoData({ dir, log, seed: runStep('season'), marker: 'season-seeded' }) : undefined;
  // Side by side with the build. What could not be drawn fails again, with its reason, when it is needed.
  const drawing = seeding ? runSeed({ step: 'draw', env, reaper }).catch(() => undefined) : undefined;
  const fill = async (info) => {
    await drawing;
    await seeding?.(info);
    await season?.(info);
  };
  log('Starting …');
  const { startDevStack, startStack } = await loadLauncher({ isDev });
  const input = { dir, env, log, reaper, stopwatch, fill: seeding || season ? fill : undefined };
  const stack = await (isDev ? startDevStack(input) : startStack({ ...input, build }));
  stopping.onStop(() => stack.stop());
  return stack;
}

/** In a process that ends before the shop opens: a compiler keeps more memory than the shop needs. */
async function build() {
  const { code, output } = await runCommand({
    command: process.execPath,
    args: ['--import', 'tsx', resolve(root, 'tools/build.ts'), 'shop'],
    cwd: root,
    env,
    timeoutMs: BUILD_TIMEOUT_MS,
    reaper,
  });
  if (code !== 0) throw new StackError(output.trim());
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`StageReel needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}
