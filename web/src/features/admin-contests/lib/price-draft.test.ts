import { describe, expect, test } from '@jest/globals';
import { readPriceDraft, toPriceDraft } from './price-draft.ts';

const saved = { items: [{ name: '第1カテゴリー', price: 3000 }], notes: '※カテゴリー単位での販売は行っておりません。' };

describe('the draft of a price description', () => {
  test('when nothing was changed, it parses to the saved description', () => {
    expect(readPriceDraft(toPriceDraft(saved))).toEqual({ description: saved });
  });

  test('when prices have full-width digits and commas, they are parsed', () => {
    const draft = { items: [{ id: 'a', name: ' 追加 ', price: '４，５００円' }], notes: '一行目\n二行目\n' };
    expect(readPriceDraft(draft)).toEqual({ description: { items: [{ name: '追加', price: 4500 }], notes: '一行目\n二行目' } });
  });

  test('when a name or a price is missing or invalid, its item has the error', () => {
    const items = [
      { id: 'a', name: '', price: '' },
      { id: 'b', name: '良い', price: '3,000' },
      { id: 'c', name: '半端', price: '3050' },
    ];
    expect(readPriceDraft({ items, notes: '' })).toEqual({
      errors: {
        a: { name: '項目名を入力してください。', price: '価格を入力してください。' },
        c: { price: expect.stringContaining('100円単位') },
      },
    });
  });
});
