import { describe, expect, test } from '@jest/globals';
import { authenticator } from './authenticator.ts';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890; its codes' last six digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('when a code of an authenticator is looked at', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('then at %i s the code %s of the standard is that of step %i', (seconds, token, step) => {
    expect(authenticator.stepOf({ secret: SECRET, token, at: at(seconds) })).toBe(step);
  });

  test('then it holds one step before and after its own, to the millisecond, and no longer', () => {
    const stepAt = (seconds: number) => authenticator.stepOf({ secret: SECRET, token: '287082', at: at(seconds) });
    expect([0, 29.999, 30, 59, 89.999].map(stepAt)).toEqual([1, 1, 1, 1, 1]);
    expect(stepAt(90)).toBeUndefined();
    const nextAt = (seconds: number) => authenticator.stepOf({ secret: SECRET, token: '005924', at: at(seconds) });
    expect([1_234_567_859.999, 1_234_567_860].map(nextAt)).toEqual([undefined, 41_152_263]);
  });

  test.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('then %p is the code of no step', (token) => {
    expect(authenticator.stepOf({ secret: SECRET, token, at: at(59) })).toBeUndefined();
  });

  test('then two secrets are never the same', () => {
    expect(new Set(Array.from({ length: 100 }, authenticator.newSecret)).size).toBe(100);
  });
});
