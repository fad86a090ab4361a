import { describe, expect, test } from '@jest/globals';
import type { ReceiptPageData } from '@stagereel/contracts';
import { buildReceipt } from '../../../testing/build-receipt.ts';
import { initialValues, receiptProblems, receiptToRequest } from './receipt-form.ts';

const state: ReceiptPageData = { orderNumber: '12345678', customerName: '山田 太郎', latest: null };
const values = { addressee: '株式会社ステージ', proviso: '動画データ代として' };

describe('initialValues', () => {
  test('when no receipt was issued, they are the customer’s name and the shop’s product', () => {
    expect(initialValues(state)).toEqual({ addressee: '山田 太郎', proviso: 'スポーツ大会動画データ代として' });
  });

  test('when a receipt was issued, they are its values', () => {
    expect(initialValues({ ...state, latest: buildReceipt(values) })).toEqual(values);
  });
});

describe('receiptProblems', () => {
  test.each([
    [values, {}],
    [
      { addressee: ' ', proviso: '' },
      { addressee: '宛名を入力してください。', proviso: '但し書きを入力してください。' },
    ],
    [{ addressee: 'a\nb', proviso: '動画代' }, { addressee: '使用できない文字が含まれています。' }],
  ])('when %o is entered, the errors are %o', (typed, problems) => {
    expect(receiptProblems(typed)).toEqual(problems);
  });
});

describe('receiptToRequest', () => {
  const unanswered = { ...values, key: 'first' };
  const newKey = () => 'second';

  test('when the same request is repeated without a response, it is the same receipt', () => {
    expect(receiptToRequest({ values, unanswered, newKey })).toBe(unanswered);
  });

  test.each([
    { ...values, addressee: '別の会社' },
    { ...values, proviso: '別の但し書き' },
  ])('when another text is requested, it is another receipt', (typed) => {
    expect(receiptToRequest({ values: typed, unanswered, newKey })).toEqual({ ...typed, key: 'second' });
  });

  test('when there is no pending request, it is a new receipt', () => {
    expect(receiptToRequest({ values, unanswered: null, newKey })).toEqual({ ...values, key: 'second' });
  });
});
