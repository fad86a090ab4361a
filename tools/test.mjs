#!/usr/bin/env node
// The whole set-up of the tests: installs what is missing, then hands over to tools/run-tests.ts.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensure-installed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled();
const run = spawnSync(process.execPath, ['--import', 'tsx', 'tools/run-tests.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
