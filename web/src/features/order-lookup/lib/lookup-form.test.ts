import { expect, test } from '@jest/globals';
import { lookupProblems, normalisedLookup } from './lookup-form.ts';

const email = 'taro@example.jp';
const MALFORMED = '注文番号は8桁の数字で入力してください。';

test.each(['12345678', '12345678-01', ' １２３４５６７８ ', '１２３４５６７８－０１'])(
  'when the number is %s, it is an order’s',
  (orderNumber) => {
    expect(lookupProblems({ orderNumber, email })).toEqual({});
  },
);

test.each([
  ['', '注文番号を入力してください。'],
  ['　', '注文番号を入力してください。'],
  ['1234567', MALFORMED],
  ['123456789', MALFORMED],
  ['1234567a', MALFORMED],
])('when the number is "%s", its field has an instruction', (orderNumber, text) => {
  expect(lookupProblems({ orderNumber, email })).toEqual({ orderNumber: text });
});

test('when the address is invalid, its field has an error', () => {
  expect(Object.keys(lookupProblems({ orderNumber: '12345678', email: 'taro' }))).toEqual(['email']);
});

test('when a lookup is sent, its values are normalised', () => {
  expect(normalisedLookup({ orderNumber: ' １２３４５６７８-01', email: 'Ｔaro@Example.jp ' })).toEqual({ orderNumber: '12345678', email });
});
