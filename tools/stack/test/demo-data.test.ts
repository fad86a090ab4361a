import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StackError, type StackInfo } from '@stagereel/stack';
import { demoData, runSeed } from '../src/cli/demo-data.mjs';
import { withReaper } from '../src/processes/reaper.mjs';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-demo-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const info = { mailbox: 'http://127.0.0.1:1' } as StackInfo;
const nowhere = 'http://127.0.0.1:65001';
const seedNowhere = (): Promise<void> =>
  withReaper(undefined, (reaper) =>
    runSeed({
      step: 'seed',
      info: { ...info, gateway: nowhere, mailbox: nowhere, admin: { email: 'a@example.com', password: 'p' } },
      env: process.env,
      reaper,
    }),
  );
const create = (seed: () => Promise<void>) => demoData({ dir, seed, log: () => {} });

describe('demo data', () => {
  test('when the data was created, then the next start does not create it again', async () => {
    await create(async () => {})?.(info);
    expect(create(async () => {})).toBeUndefined();
  });

  test.each([
    [
      'the shop refuses a call',
      () => Promise.reject(new Error('POST /api/contests returned 503 {}')),
      'POST /api/contests returned 503 {}.',
    ],
    ['the shop cannot be reached', () => seedNowhere(), 'fetch failed (ECONNREFUSED).'],
  ])('when %s, then one sentence says so, and the next start tries again', async (_case, seed, reason) => {
    const failure = await create(seed)?.(info).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(StackError);
    expect(String(failure)).toBe(`StackError: The demo data could not be created: ${reason}`);
    expect(existsSync(join(dir, 'seeded'))).toBe(false);
  });

  test('when mails go to a server whose mailbox is unknown, then the sentence names the variable to set', async () => {
    await expect(create(async () => {})?.({ ...info, mailbox: '' })).rejects.toThrow('set MAILBOX_URL');
  });
});
