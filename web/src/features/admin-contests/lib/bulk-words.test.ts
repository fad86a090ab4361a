import { describe, expect, test } from '@jest/globals';
import { newsOf, type Reach } from './bulk-words.ts';

const reach = (more: Partial<Reach>): Reach => ({ kind: 'price', total: 100, left: 0, error: null, isStopped: false, ...more });

describe('what is told of a bulk act', () => {
  test('when all were reached, that, also when an answer was lost on the way', () => {
    const told = { tone: 'success', messages: ['100人の選手を変更しました。'] };
    expect(newsOf(reach({}))).toEqual(told);
    expect(newsOf(reach({ error: '接続できませんでした。' }))).toEqual(told);
  });

  test('when some were not, both counts', () => {
    expect(newsOf(reach({ left: 3 }))).toEqual({
      tone: 'error',
      messages: ['100人のうち97人を変更しました。3人は変更できませんでした。'],
    });
  });

  test.each([
    ['price', '一括価格変更に失敗しました。'],
    ['category', '一括カテゴリ変更に失敗しました。'],
    ['status', '一括ステータス変更に失敗しました。'],
    ['delete', '一括削除に失敗しました。'],
    ['purge', '選手の完全削除に失敗しました。'],
  ] as const)('when %s fails, its own text stands alone, and the reason beside it', (kind, text) => {
    expect(newsOf(reach({ kind, left: 100, error: '理由' })).messages).toEqual([text, '理由']);
  });

  test('when it fails half-way, how far it came, too', () => {
    expect(newsOf(reach({ left: 60, error: '理由' })).messages).toEqual([
      '一括価格変更に失敗しました。',
      '100人のうち40人を変更しました。60人は変更できませんでした。',
      '理由',
    ]);
  });

  test('when nobody could be erased, the text for that', () => {
    expect(newsOf(reach({ kind: 'purge', left: 100 }))).toEqual({ tone: 'error', messages: ['選手の削除に失敗しました。'] });
  });

  test('when it was stopped, what was done and that the rest is still picked', () => {
    expect(newsOf(reach({ left: 60, isStopped: true }))).toEqual({
      tone: 'info',
      messages: ['中止しました。100人のうち40人を変更しました。残りの60人は選択されたままです。'],
    });
  });
});
