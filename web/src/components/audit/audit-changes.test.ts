import { describe, expect, test } from '@jest/globals';
import { changesOf, hasNestedData } from './audit-changes.ts';

const textsOf = (after: Record<string, unknown>) => changesOf({ before: null, after }).map(({ field, after: text }) => [field, text]);

describe('what an audit entry changed', () => {
  test('when a field changed, both values are shown and unchanged fields are not', () => {
    expect(changesOf({ before: { name: '春大会', date: '未定' }, after: { name: '秋大会', date: '未定' } })).toEqual([
      { field: '名前', before: '春大会', after: '秋大会' },
    ]);
  });

  test('when only one side exists, all its fields are shown', () => {
    expect(changesOf({ before: { email: 'a@example.jp', isAdmin: false }, after: null })).toEqual([
      { field: 'メールアドレス', before: 'a@example.jp', after: null },
      { field: '管理者', before: 'いいえ', after: null },
    ]);
  });

  test('when a field was added or removed, the other side is empty', () => {
    expect(changesOf({ before: { line: '1' }, after: { line: '1', reason: '映像の不備' } })).toEqual([
      { field: '理由', before: null, after: '映像の不備' },
    ]);
  });

  test('when values are times, yen, booleans, null or lists, they are formatted', () => {
    const texts = textsOf({
      expiresAt: '2026-11-20T09:00:00.000Z',
      refund: 5000,
      count: 1200,
      videoPublished: true,
      scheduledPublishDate: null,
      lines: ['12345678-01', '12345678-02'],
      athleteIds: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      newField: '値',
    });
    expect(texts).toEqual([
      ['有効期限', '2026年11月20日(金) 18:00'],
      ['返金額', '¥5,000'],
      ['件数', '1,200'],
      ['動画の公開', 'はい'],
      ['公開予約の日時', 'なし'],
      ['明細', '12345678-01、12345678-02'],
      ['選手ID', 'a、b、c、d、e、ほか2件'],
      ['newField', '値'],
    ]);
  });

  test('when a list contains records, their number is shown and the raw data is offered', () => {
    const after = { athletes: [{ id: 'a' }, { id: 'b' }] };
    expect([textsOf(after), hasNestedData({ before: null, after })]).toEqual([[['選手', '2件']], true]);
    expect(hasNestedData({ before: { name: 'x' }, after: { lines: ['1'] } })).toBe(false);
  });
});
