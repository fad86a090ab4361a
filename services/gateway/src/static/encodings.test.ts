import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compress, negotiateEncoding } from './encodings.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['deflate', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('when a client accepts %s, then the encoding is %s', (accept, encoding) => {
  expect(negotiateEncoding(accept)).toBe(encoding);
});

test('when bytes are compressed, then decompressing them returns the same bytes', async () => {
  const bytes = Buffer.from('ステージリール'.repeat(1000));
  expect(brotliDecompressSync(await compress.br(bytes))).toEqual(bytes);
  expect(gunzipSync(await compress.gzip(bytes))).toEqual(bytes);
});
