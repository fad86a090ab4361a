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

const CONCURRENT_STREAMS = 500;
/** Fails as the file stream of an aborted form does: it emits an error event first and ends afterwards. */
const failingStream = (): Readable => {
  const source = new PassThrough();
  source.on('error', () => undefined);
  setImmediate(() => {
    source.emit('error', new Error('Form aborted'));
    source.push(null);
  });
  return source;
};

test('when streams fail as soon as they start, then no file is left', async () => {
  const spool = createSpool(dir);
  const results = await Promise.allSettled(Array.from({ length: CONCURRENT_STREAMS }, () => spool(failingStream())));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
  // The file operations of the failed streams are done before those of this one.
  const { dispose } = await spool(Readable.from([Buffer.from('whole')]));
  await dispose();
  expect(await readdir(dir)).toEqual([]);
});

test('when a stream was spooled and read, then its bytes are the same, and no file is left after dispose', async () => {
  const { body, dispose } = await createSpool(dir)(Readable.from([Buffer.from('wh'), Buffer.from('ole')]));
  expect(await text(body)).toBe('whole');
  await dispose();
  expect(await readdir(dir)).toEqual([]);
});
