import { expect, test } from '@jest/globals';
import fc from 'fast-check';
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
  '/..//evil.example',
  '/a/..//evil.example',
  '/.\\/evil.example',
  '/%2e%2E//evil.example',
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

/** Pieces that a URL parser treats specially, and any other text. */
const pieces = fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', '\n', ' ', '?', '#', '@', ':', 'http:', 'evil.example');
const paths = fc.array(fc.oneof({ weight: 4, arbitrary: pieces }, fc.string()), { maxLength: 8 }).map((parts) => `/${parts.join('')}`);

test('when it is any text, then the result leads within the site, wherever it is resolved', () => {
  fc.assert(
    fc.property(paths, (path) => {
      const result = sameSitePath(path);
      if (result === null) return;
      expect(result).not.toMatch(/^\/[/\\]/);
      expect(new URL(result, 'https://shop.example/a/b').origin).toBe('https://shop.example');
      expect(sameSitePath(result)).toBe(result);
    }),
    { numRuns: 2000 },
  );
});
