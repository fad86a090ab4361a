import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { REJECTED_TARGET, routableTarget } from './request-target.ts';

describe('a target as browsers write it', () => {
  test.each([
    '/',
    '/?next=/internal',
    '/order-form/%E5%A4%A7%E4%BC%9A2026',
    '/api/contests/',
    '/assets/app-1.2.js',
    '/a.b/..c/...',
    '/api/contests?x=//..%2f%zz#',
    '/internals',
    '/api/internal',
    "/~user/!$&'()*+,;=:@",
  ])('when it is %s, then it is returned unchanged', (target) => {
    expect(routableTarget(target)).toBe(target);
  });
});

describe('any other target', () => {
  test.each([
    '',
    '//',
    '/a//b',
    '/a/%2e',
    '/a/..',
    '/a/%2E%2e;v=1',
    '/a%2fb',
    '/a%5Cb',
    '/a%0d%0ab',
    '/a b',
    '/大会',
    '/%ff',
    '/a#b',
    '/%69NTERNAL',
  ])('when it is %s, then it is rejected', (target) => {
    expect(routableTarget(target)).toBe(REJECTED_TARGET);
  });

  test('when a URL parser parses a routable target, then it finds the same path, and never /internal', () => {
    const piece = fc.constantFrom(
      'internal',
      'api',
      'contests',
      '.',
      '..',
      '%2e',
      '%2E',
      '%2f',
      '%5c',
      '\\',
      '/',
      '//',
      ';',
      '%',
      '%25',
      'a',
      'é',
      '%E5',
      '#',
      '?',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = `/${pieces.join('')}`;
        const routed = routableTarget(target);
        if (routed === REJECTED_TARGET) return;
        expect(routed).toBe(target);
        const { pathname } = new URL(target, 'http://gateway');
        expect(pathname).toBe(target.split(/[?#]/)[0]);
        expect(decodeURIComponent(pathname)).not.toMatch(/^\/+internal(?:\/|$)/i);
      }),
      { numRuns: 5000 },
    );
  });
});
