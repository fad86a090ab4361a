import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StackError } from '../machine/stack-error.mjs';
import { runCommand } from '../processes/run-command.mjs';

/**
 * @typedef {{
 *   dir: string, seed: (info: import('../stack-info.ts').StackInfo) => Promise<void>, log: (line: string) => void, marker?: string,
 * }} DemoDataInput
 */

/**
 * Creates the demo data in a stack that has none yet.
 * @param {DemoDataInput} input `seed` creates it through the shop's public API; the file `marker` says that it was created
 * @returns {((info: import('../stack-info.ts').StackInfo) => Promise<void>) | undefined} what to pass to `startStack` as `fill`
 */
export function demoData({ dir, seed, log, marker = 'seeded' }) {
  const file = join(dir, marker);
  if (existsSync(file)) return undefined;
  return async (info) => {
    log('Creating the demo data (once) …');
    if (!info.mailbox) throw failure('set MAILBOX_URL to where the mails sent to SMTP_URL can be read');
    try {
      await seed(info);
    } catch (error) {
      throw failure(error instanceof Error ? error.message : String(error));
    }
    writeFileSync(file, `${new Date().toISOString()}\n`);
  };
}

/** @param {string} reason */
const failure = (reason) => new StackError(`The demo data could not be created: ${reason}.`);

const SEED = fileURLToPath(new URL('../../../seed/src/main.ts', import.meta.url));
const STEP_TIMEOUT_MS = 60 * 60_000;

/**
 * Runs a step of the demo data to its end, in a process of its own. Throws an Error with the reason when it fails.
 * @param {{
 *   step: 'draw' | 'seed' | 'season', info?: import('../stack-info.ts').StackInfo, env: NodeJS.ProcessEnv,
 *   reaper: import('../processes/reaper.mjs').Reaper, log?: (line: string) => void,
 * }} input
 */
export async function runSeed({ step, info, env, reaper, log }) {
  const { code, output } = await runCommand({
    command: process.execPath,
    args: ['--import', 'tsx', SEED, step],
    env: { ...env, SEED_SHOP: JSON.stringify(info ?? {}) },
    timeoutMs: STEP_TIMEOUT_MS,
    reaper,
    onLine: log,
  });
  if (code !== 0) throw new Error(output.trim().split('\n').at(-1));
}
