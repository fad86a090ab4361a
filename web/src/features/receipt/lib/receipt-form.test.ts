import { describe, expect, test } from '@jest/globals';
import type { ReceiptPageData } from '@stagereel/contracts';
import { buildReceipt } from '../../../testing/build-receipt.ts';
import { guessHonorific, initialValues, receiptProblems, receiptToRequest } from './receipt-form.ts';

const state: ReceiptPageData = { orderNumber: '12345678', customerName: '山田 太郎', latest: null, isIssued: false };
const values = { addressee: '株式会社ステージ', honorific: null, proviso: '動画データ代として' };

describe('initialValues', () => {
  test('when no receipt was issued, they are the customer’s name and the shop’s product', () => {
    expect(initialValues(state)).toEqual({ addressee: '山田 太郎', honorific: null, proviso: 'スポーツ大会動画データ代として' });
  });

  test('when a receipt was issued, they are its values', () => {
    expect(initialValues({ ...state, latest: buildReceipt({ ...values, honorific: '御中' }) })).toEqual(values);
  });

  test('when the honorific of the issued receipt is not the usual one, it was chosen and stays', () => {
    expect(initialValues({ ...state, latest: buildReceipt({ ...values, honorific: '様' }) })).toEqual({ ...values, honorific: '様' });
  });
});

test.each([
  ['株式会社ステージ', '御中'],
  ['ステージ有限会社', '御中'],
  ['合同会社ステージ', '御中'],
  ['㈱ステージ', '御中'],
  ['（株）ステージ', '御中'],
  ['一般社団法人ステージ', '御中'],
  ['学校法人ステージ', '御中'],
  ['日本ステージ連盟', '御中'],
  ['Stage Inc.', '御中'],
  ['山田 太郎', '様'],
  ['Vincent Lincoln', '様'],
  ['', '様'],
])('when the addressee is %p, the honorific is %s', (addressee, honorific) => {
  expect(guessHonorific(addressee)).toBe(honorific);
});

describe('receiptProblems', () => {
  test.each([
    [values, {}],
    [
      { addressee: ' ', honorific: null, proviso: '' },
      { addressee: '宛名を入力してください。', proviso: '但し書きを入力してください。' },
    ],
    [{ addressee: 'a\nb', honorific: null, proviso: '動画代' }, { addressee: '使用できない文字が含まれています。' }],
  ])('when %o is entered, the errors are %o', (typed, problems) => {
    expect(receiptProblems(typed)).toEqual(problems);
  });
});

describe('receiptToRequest', () => {
  const unanswered = { ...values, honorific: '御中' as const, key: 'first' };
  const newKey = () => 'second';

  test('when the same request is repeated without a response, it is the same receipt', () => {
    expect(receiptToRequest({ values, unanswered, newKey })).toBe(unanswered);
  });

  test.each([
    { ...values, addressee: '別の会社' },
    { ...values, proviso: '別の但し書き' },
    { ...values, honorific: '様' as const },
  ])('when another text is requested, it is another receipt', (typed) => {
    const honorific = typed.honorific ?? guessHonorific(typed.addressee);
    expect(receiptToRequest({ values: typed, unanswered, newKey })).toEqual({ ...typed, honorific, key: 'second' });
  });

  test('when there is no pending request, it is a new receipt', () => {
    expect(receiptToRequest({ values, unanswered: null, newKey })).toEqual({ ...values, honorific: '御中', key: 'second' });
  });
});
