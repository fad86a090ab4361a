import { describe, expect, test } from '@jest/globals';
import type { ReceiptState } from '@stagereel/contracts';
import { buildReceipt } from '../../../testing/build-receipt.ts';
import { openingValues, receiptProblems, wantedReceipt } from './receipt-form.ts';

const state: ReceiptState = { orderNumber: '12345678', customerName: '山田 太郎', latest: null };
const values = { addressee: '株式会社ステージ', proviso: '動画データ代として' };

describe('openingValues', () => {
  test('when no receipt was issued, they are the customer’s name and what the shop sells', () => {
    expect(openingValues(state)).toEqual({ addressee: '山田 太郎', proviso: 'スポーツ大会動画データ代として' });
  });

  test('when one was issued, they are what it says', () => {
    expect(openingValues({ ...state, latest: buildReceipt(values) })).toEqual(values);
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
  ])('when %o is typed, its fields say %o', (typed, problems) => {
    expect(receiptProblems(typed)).toEqual(problems);
  });
});

describe('wantedReceipt', () => {
  const unanswered = { ...values, key: 'first' };
  const newKey = () => 'second';

  test('when the same is asked for again without an answer, it is the same receipt', () => {
    expect(wantedReceipt({ values, unanswered, newKey })).toBe(unanswered);
  });

  test.each([
    { ...values, addressee: '別の会社' },
    { ...values, proviso: '別の但し書き' },
  ])('when another text is asked for, it is another receipt', (typed) => {
    expect(wantedReceipt({ values: typed, unanswered, newKey })).toEqual({ ...typed, key: 'second' });
  });

  test('when nothing is unanswered, it is a new one', () => {
    expect(wantedReceipt({ values, unanswered: null, newKey })).toEqual({ ...values, key: 'second' });
  });
});
