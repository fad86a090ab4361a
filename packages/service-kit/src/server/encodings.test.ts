import { expect, test } from '@jest/globals';
import { negotiateEncoding } from './encodings.ts';

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
