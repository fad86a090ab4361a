import { describe, expect, test } from '@jest/globals';
import { bulkMessageOf, type Reach } from './bulk-words.ts';

const reach = (more: Partial<Reach>): Reach => ({ kind: 'price', total: 100, left: 0, error: null, isStopped: false, ...more });

describe('messages about a bulk action', () => {
  test('when all athletes were changed, it is a success, even if a response was lost', () => {
    const told = { tone: 'success', messages: ['100人の選手を変更しました。'] };
    expect(bulkMessageOf(reach({}))).toEqual(told);
    expect(bulkMessageOf(reach({ error: '接続できませんでした。' }))).toEqual(told);
  });

  test('when some athletes were missed, both counts are shown (admin 8.18)', () => {
    expect(bulkMessageOf(reach({ left: 3 }))).toEqual({
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
  ] as const)('when %s fails, it has its own text and the reason (admin 8.16)', (kind, text) => {
    expect(bulkMessageOf(reach({ kind, left: 100, error: '理由' })).messages).toEqual([text, '理由']);
  });

  test('when it fails half-way, the progress is shown too', () => {
    expect(bulkMessageOf(reach({ left: 60, error: '理由' })).messages).toEqual([
      '一括価格変更に失敗しました。',
      '100人のうち40人を変更しました。60人は変更できませんでした。',
      '理由',
    ]);
  });

  test('when no athlete could be purged, that has its own text (admin 8.18)', () => {
    expect(bulkMessageOf(reach({ kind: 'purge', left: 100 }))).toEqual({ tone: 'error', messages: ['選手の削除に失敗しました。'] });
  });

  test('when it was stopped, the message says what was done and that the rest stays selected', () => {
    expect(bulkMessageOf(reach({ left: 60, isStopped: true }))).toEqual({
      tone: 'info',
      messages: ['中止しました。100人のうち40人を変更しました。残りの60人は選択されたままです。'],
    });
  });
});
