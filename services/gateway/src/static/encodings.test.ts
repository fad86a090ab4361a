import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compress } from './encodings.ts';

test('when bytes are compressed, then decompressing them returns the same bytes', async () => {
  const bytes = Buffer.from('ステージリール'.repeat(1000));
  expect(brotliDecompressSync(await compress.br(bytes))).toEqual(bytes);
  expect(gunzipSync(await compress.gzip(bytes))).toEqual(bytes);
});
