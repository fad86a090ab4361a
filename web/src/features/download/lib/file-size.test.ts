import { expect, test } from '@jest/globals';
import { fileSizeText } from './file-size.ts';

test.each([
  [1, '1MB未満'],
  [1_000_000, '約1MB'],
  [34_600_000, '約35MB'],
  [1_240_000_000, '約1.2GB'],
])('when a file has %d bytes, the text is %s', (bytes, text) => {
  expect(fileSizeText(bytes)).toBe(text);
});
