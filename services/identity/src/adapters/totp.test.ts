import { describe, expect, test } from '@jest/globals';
import { totp } from './totp.ts';

/** The test vectors of RFC 6238, appendix B: the ASCII secret 12345678901234567890, and the last six digits of its codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('TOTP codes', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('when the time is %i s, then the standard code %s belongs to step %i (admin 9.4)', (seconds, token, step) => {
    expect(totp.findStep({ secret: SECRET, token, at: at(seconds) })).toBe(step);
  });

  test('when a code is at most one step early or late, then it is accepted, to the millisecond', () => {
    const stepAt = (seconds: number) => totp.findStep({ secret: SECRET, token: '287082', at: at(seconds) });
    expect([0, 29.999, 30, 59, 89.999].map(stepAt)).toEqual([1, 1, 1, 1, 1]);
    expect(stepAt(90)).toBeUndefined();
    const nextAt = (seconds: number) => totp.findStep({ secret: SECRET, token: '005924', at: at(seconds) });
    expect([1_234_567_859.999, 1_234_567_860].map(nextAt)).toEqual([undefined, 41_152_263]);
  });

  test.each(['', '28708', '2870820', 'abcdef', '２８７０８２'])('when the token is %p, then it belongs to no step', (token) => {
    expect(totp.findStep({ secret: SECRET, token, at: at(59) })).toBeUndefined();
  });

  test('when 100 secrets are created, then all differ', () => {
    expect(new Set(Array.from({ length: 100 }, totp.createSecret)).size).toBe(100);
  });
});
