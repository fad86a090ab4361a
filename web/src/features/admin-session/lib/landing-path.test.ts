import { expect, test } from '@jest/globals';
import { landingPath } from './landing-path.ts';

test.each([
  ['/admin?tab=orders', '/admin?tab=orders'],
  [undefined, '/admin'],
  ['//evil.example', '/admin'],
  ['/\\evil.example', '/admin'],
  ['https://evil.example', '/admin'],
  ['javascript:alert(1)', '/admin'],
])('when the server says %s, the admin lands on %s', (redirectTo, landing) => {
  expect(landingPath(redirectTo)).toBe(landing);
});
