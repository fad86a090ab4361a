#!/usr/bin/env node
// Installs what the tests need and is missing, then runs tools/run-tests.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';
import { nodeForTests } from './node-for-tests.mjs';
import { prepareMachine } from './stack/src/machine/prepare-machine.mjs';
import { StackError } from './stack/src/machine/stack-error.mjs';
import { withReaper } from './stack/src/processes/reaper.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Long tests run with the installed Node.js, so that both versions are tested. */
const isLong = process.argv.includes('--long');
let node = process.execPath;
try {
  [node] = await withReaper(undefined, (reaper) =>
    Promise.all([
      isLong ? process.execPath : nodeForTests({ log: console.log, reaper }),
      ensureInstalled({ reaper }),
      prepareMachine({
        need: ['mongodb', 'redis', 'rabbitmq'],
        programs: ['ffmpeg', 'prometheus', 'japaneseFont', ...(process.env.CHROMIUM_PATH ? [] : ['chromium', 'chromiumHeadlessShell'])],
        env: process.env,
        log: console.log,
        reaper,
      }),
    ]),
  );
} catch (error) {
  console.error(error instanceof StackError ? error.message : error);
  process.exit(1);
}
const run = spawn(node, ['--import', 'tsx', 'tools/run-tests.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'close');
process.exit(code ?? 1);
