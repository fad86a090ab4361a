import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CLOSED, routableTarget } from './request-target.ts';

describe('a target as a browser writes it', () => {
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
  ])('when it is %s, it stays as it is', (target) => {
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
  ])('when it is %s, it is closed', (target) => {
    expect(routableTarget(target)).toBe(CLOSED);
  });

  test('when a URL parser reads a routable target, it finds the same path and nothing of /internal', () => {
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
        if (routed === CLOSED) return;
        expect(routed).toBe(target);
        const { pathname } = new URL(target, 'http://gateway');
        expect(pathname).toBe(target.split(/[?#]/)[0]);
        expect(decodeURIComponent(pathname)).not.toMatch(/^\/+internal(?:\/|$)/i);
      }),
      { numRuns: 5000 },
    );
  });
});
