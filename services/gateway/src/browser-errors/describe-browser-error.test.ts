import { expect, test } from '@jest/globals';
import { describeBrowserError } from './describe-browser-error.ts';

const report = { name: 'TypeError', message: '', stack: '', path: '/' };

test('when the code of a page fails, then the screen, the message and the places in the code are logged', () => {
  const stack = [
    "TypeError: Cannot read properties of undefined (reading 'price')",
    '    at total (https://shop.example.jp/assets/order-form-a1b2c3d.js:1:2345)',
    'render@https://shop.example.jp/assets/app-Zx_9-1b.js:12:7',
    '    at chrome-extension://abcdef/content.js:1:1',
  ].join('\n');
  const message = "Cannot read properties of undefined (reading 'price')";
  expect(describeBrowserError({ ...report, message, stack, path: '/order-form/kanto-open' })).toEqual({
    screen: '/order-form/:contestSlug',
    name: 'TypeError',
    message,
    frames: ['order-form-a1b2c3d.js:1:2345', 'app-Zx_9-1b.js:12:7'],
  });
});

test.each([
  ['a name in a message', { message: '"山田 太郎" is not valid JSON' }],
  ['an address in a message', { message: 'Cannot mail hanako@example.jp' }],
  ['an address as a name', { name: 'hanako@example.jp' }],
  ['the name of a person as a name', { name: 'hanako' }],
  ['a number as a key', { message: "Cannot read properties of undefined (reading '09012345678')" }],
  ['an address behind a harmless message', { message: 'Minified React error #418; visit hanako@example.jp' }],
  ['an address in a stack', { stack: 'Error: hanako@example.jp\n    at https://shop.example.jp/order-status/hanako' }],
  ['the secret of an order in the address', { path: '/order-status/hanako-7d9f' }],
  ['any other address', { path: '/hanako' }],
])('when a report contains %s, then it is not logged', (_what, change) => {
  expect(JSON.stringify(describeBrowserError({ ...report, ...change }))).not.toMatch(/hanako|山田|0901/);
});
