import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../machine/stack-error.mjs';

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
      throw failure(reasonOf(error));
    }
    writeFileSync(file, `${new Date().toISOString()}\n`);
  };
}

/** @param {string} reason */
const failure = (reason) => new StackError(`The demo data could not be created: ${reason}.`);

/**
 * `fetch` puts the reason into the cause of its error.
 * @param {unknown} error
 */
function reasonOf(error) {
  const { message, cause } = /** @type {{ message?: string, cause?: { code?: string, message?: string } }} */ (Object(error));
  const detail = cause?.code ?? cause?.message;
  return (message ?? String(error)) + (detail ? ` (${detail})` : '');
}
