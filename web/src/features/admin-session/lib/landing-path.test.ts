import { expect, test } from '@jest/globals';
import { landingPath } from './landing-path.ts';

test.each([
  ['/admin?tab=orders', '/admin?tab=orders'],
  [undefined, '/admin'],
  ['//evil.example', '/admin'],
  ['/\\evil.example', '/admin'],
  ['https://evil.example', '/admin'],
  ['javascript:alert(1)', '/admin'],
])('when the server returns %s, the admin is redirected to %s (admin 4.5)', (redirectTo, landing) => {
  expect(landingPath(redirectTo)).toBe(landing);
});
