import { expect, test } from '@jest/globals';
import { isCrossSite } from './cross-site.ts';

const host = 'shop.example:3000';
const same = 'http://shop.example:3000';

test.each([
  // method, Sec-Fetch-Site, Origin, cross-site
  ['POST', 'same-origin', same, false],
  ['POST', 'same-origin', 'http://evil.example', false],
  ['POST', 'none', undefined, false],
  ['POST', 'cross-site', same, true],
  ['POST', 'same-site', same, true],
  ['POST', 'same-origin, cross-site', same, true],
  ['POST', '', same, true],
  ['PUT', 'cross-site', undefined, true],
  ['PATCH', 'cross-site', undefined, true],
  ['DELETE', 'cross-site', undefined, true],
  ['GET', 'cross-site', 'http://evil.example', false],
  ['HEAD', 'cross-site', 'http://evil.example', false],
  ['POST', undefined, same, false],
  ['POST', undefined, 'https://shop.example:3000', false],
  ['POST', undefined, 'http://SHOP.example:3000', false],
  ['POST', undefined, 'http://shop.example', true],
  ['POST', undefined, 'http://shop.example:3001', true],
  ['POST', undefined, 'http://evil.example', true],
  ['POST', undefined, 'http://shop.example:3000.evil.example', true],
  ['POST', undefined, 'null', true],
  ['POST', undefined, '', true],
  ['POST', undefined, undefined, false],
])('when a %s has Sec-Fetch-Site %s and Origin %s, then cross-site is %s', (method, site, origin, refused) => {
  expect(isCrossSite({ method, site, origin, host })).toBe(refused);
});

test.each([
  ['https://shop.example', 'shop.example:443'],
  ['http://shop.example', 'shop.example:80'],
  ['http://[::1]:3000', '[::1]:3000'],
])('when Origin is %s and Host is %s, then they are the same', (origin, given) => {
  expect(isCrossSite({ method: 'POST', site: undefined, origin, host: given })).toBe(false);
});
