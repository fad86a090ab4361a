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
import { kindOf, listTests, NEEDS, readArguments } from './testing/test-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { isLong, paths, changed } = readArguments(process.argv.slice(2));
const kinds = changed === undefined ? [...new Set(listTests({ paths, isLong }).map(kindOf))] : Object.keys(NEEDS);
const needs = kinds.map((kind) => NEEDS[kind]);
let node = process.execPath;
try {
  [node] = await withReaper(undefined, (reaper) =>
    Promise.all([
      // Long tests run with the installed version, so that both are tested.
      isLong ? process.execPath : nodeForTests({ log: console.log, reaper }),
      ensureInstalled({ reaper }),
      prepareMachine({
        need: needs.some(({ servers }) => servers) ? ['mongodb', 'redis', 'rabbitmq'] : [],
        programs: [...new Set(needs.flatMap(({ programs }) => programs))].filter(
          (name) => !(process.env.CHROMIUM_PATH && name.startsWith('chromium')),
        ),
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
