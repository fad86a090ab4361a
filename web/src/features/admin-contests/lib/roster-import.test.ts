import { describe, expect, test } from '@jest/globals';
import { ROSTER_MAX_BYTES, rosterFileProblem, toBase64 } from './roster-import.ts';

describe('a roster file', () => {
  test.each([
    ['選手.csv', 1],
    ['ROSTER.CSV', ROSTER_MAX_BYTES],
    ['roster.txt', 10],
  ])('when it is %s with %d bytes, it is accepted', (name, size) => {
    expect(rosterFileProblem({ name, size })).toBeNull();
  });

  test.each([
    ['選手.xlsx', 10, 'CSV形式で保存'],
    ['選手.csv', 0, '空です'],
    ['選手.csv', ROSTER_MAX_BYTES + 1, '700KBまで'],
  ])('when it is %s with %d bytes, it is refused with an instruction', (name, size, words) => {
    expect(rosterFileProblem({ name, size })).toContain(words);
  });

  test('when it contains all byte values and several chunks, base64 preserves it', () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 256);
    expect(new Uint8Array(Buffer.from(toBase64(bytes), 'base64'))).toEqual(bytes);
  });
});
