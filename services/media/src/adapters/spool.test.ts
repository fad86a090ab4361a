import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createSpool } from './spool.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const AT_ONCE = 500;
/** As a form's part says that the form broke off: by the event alone, before it ends. */
const broken = (): Readable => {
  const bytes = new PassThrough();
  bytes.on('error', () => undefined);
  setImmediate(() => {
    bytes.emit('error', new Error('the form broke off'));
    bytes.push(null);
  });
  return bytes;
};

test('when bytes break off as soon as they begin, then nothing of them stays', async () => {
  const spool = createSpool(dir);
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => spool(broken())));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // Whatever was still to be done for those is done before this one is.
  const { dispose } = await spool(Readable.from([Buffer.from('whole')]));
  await dispose();
  expect(await readdir(dir)).toEqual([]);
});

test('when bytes came whole, then they are given back once, and nothing of them stays', async () => {
  const { body, dispose } = await createSpool(dir)(Readable.from([Buffer.from('wh'), Buffer.from('ole')]));
  expect(await text(body)).toBe('whole');
  await dispose();
  expect(await readdir(dir)).toEqual([]);
});
