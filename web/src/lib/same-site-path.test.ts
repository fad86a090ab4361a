import { expect, test } from '@jest/globals';
import { sameSitePath } from './same-site-path.ts';

test.each(['/', '/purchase-history', '/admin?tab=orders', '/receipt/12345678#items'])(
  'when the path is %s, it leads within the site',
  (path) => {
    expect(sameSitePath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'account',
  '',
  undefined,
  null,
  7,
])('when it is %j, it is refused', (path) => {
  expect(sameSitePath(path)).toBeNull();
});
