import { describe, expect, test } from '@jest/globals';
import { groupSecret } from './group-secret.ts';

describe('the displayed secret', () => {
  test.each([
    ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
    ['JBSWY3', 'JBSW Y3'],
    ['', ''],
  ])('when the secret is %j, it is displayed as %j', (secret, shown) => {
    expect(groupSecret(secret)).toBe(shown);
  });
});
