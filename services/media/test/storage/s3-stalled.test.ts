import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as sdk from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createS3Storage } from '../../src/adapters/s3-storage.ts';

const stalled = createServer((request) => request.resume());
let spoolDir: string;
let client: sdk.S3Client;
beforeAll(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'spool-'));
  stalled.listen(0, '127.0.0.1');
  await once(stalled, 'listening');
  const endpoint = `http://127.0.0.1:${(stalled.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new sdk.S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials });
});
afterAll(async () => {
  client.destroy();
  stalled.closeAllConnections();
  stalled.close();
  await rm(spoolDir, { recursive: true });
});

test('when the store does not respond to a part, then the chunk fails with ServiceUnavailable, and no temporary file is left', async () => {
  const storage = createS3Storage({ sdk, client, bucket: 'media', prefix: '', spoolDir, partMs: 200 });
  const place = { key: 'key', handle: 'upload', index: 0, offset: 0, size: 4 };
  const { signal } = new AbortController();
  const writing = storage.writeChunk({ ...place, body: Readable.from([Buffer.from('four')]), signal });
  await expect(writing).rejects.toMatchObject({ code: 'ServiceUnavailable', status: 503 });
  expect(await readdir(spoolDir)).toEqual([]);
});

test('when the write is aborted because of a newer body, then it fails with the reason of the abort', async () => {
  const storage = createS3Storage({ sdk, client, bucket: 'media', prefix: '', spoolDir });
  const place = { key: 'key', handle: 'upload', index: 0, offset: 0, size: 4 };
  const controller = new AbortController();
  const requested = once(stalled, 'request');
  const writing = storage.writeChunk({ ...place, body: Readable.from([Buffer.from('four')]), signal: controller.signal });
  await requested;
  controller.abort(new Error('superseded'));
  await expect(writing).rejects.toThrow('superseded');
});
