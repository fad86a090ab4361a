import { describe, expect, test } from '@jest/globals';
import { ADMIN_ACTIONS } from '@stagereel/contracts';
import { changesOf, isShortened } from './audit-changes.ts';
import { actionText } from './audit-words.ts';

const contest = { type: 'contest' };
const textsOf = (
  after: Record<string, unknown>,
  { type = 'contest', names }: { type?: string; names?: ReadonlyMap<string, string> } = {},
) => changesOf({ before: null, after, target: { type } }, { contestNames: names }).map(({ field, after: text }) => [field, text]);

test('when any action is recorded, then it is shown in words', () => {
  for (const action of ADMIN_ACTIONS) expect(actionText(action)).toMatch(/^[^a-z.]+$/u);
});

describe('what an audit entry changed', () => {
  test('when a field changed, both values are shown and unchanged fields are not', () => {
    expect(changesOf({ before: { name: '春大会', date: '未定' }, after: { name: '秋大会', date: '未定' }, target: contest })).toEqual([
      { field: '名前', before: '春大会', after: '秋大会' },
    ]);
  });

  test('when only one side exists, all its fields are shown', () => {
    expect(changesOf({ before: { email: 'a@example.jp', isAdmin: false }, after: null, target: contest })).toEqual([
      { field: 'メールアドレス', before: 'a@example.jp', after: null },
      { field: '管理者', before: 'いいえ', after: null },
    ]);
  });

  test('when a field was added or removed, the other side is empty', () => {
    expect(changesOf({ before: { line: '1' }, after: { line: '1', reason: '映像の不備' }, target: contest })).toEqual([
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
      ['対象の選手', '7名'],
      ['newField', '値'],
    ]);
  });

  test('when a list contains records, their number is shown, and all of them in words without their ids', () => {
    const after = {
      athletes: [
        { id: 'a', athlete: '12 佐藤', verticalVideoPrice: 5000 },
        { id: 'b', athlete: '13 鈴木' },
      ],
    };
    expect([textsOf(after), isShortened({ before: null, after })]).toEqual([[['選手', '2件']], true]);
    const [full] = changesOf({ before: null, after, target: { type: 'contest' } }, { isFull: true });
    expect(full?.after).toBe('選手：12 佐藤、縦動画の価格：¥5,000\n選手：13 鈴木');
    expect(isShortened({ before: null, after: { athleteIds: ['a', 'b', 'c', 'd', 'e', 'f'] } })).toBe(false);
    expect(isShortened({ before: { name: 'x' }, after: { lines: ['1'] } })).toBe(false);
  });

  test('when a value is stored as an identifier, then it is shown in words', () => {
    expect(textsOf({ sitePublicStatus: 'private', template: 'order-delivery', isComingSoon: true })).toEqual([
      ['公開設定', '非公開'],
      ['メールの種類', '納品メール'],
      ['近日販売として表示', 'はい'],
    ]);
    expect(textsOf({ category: 'cover-image', size: 1_572_864, displayOrder: 2 }, { type: 'media' })).toEqual([
      ['用途', 'カバー画像'],
      ['サイズ', '1.5 MB'],
      ['表示順', '2'],
    ]);
    expect(textsOf({ category: 'sample' }, { type: 'athlete' })).toEqual([['カテゴリ', 'sample']]);
  });

  test('when a contest is named by its id, then its name is shown, or that it is deleted or not loaded', () => {
    const names = new Map([['c1', '春の大会']]);
    expect(textsOf({ contestId: 'c1' }, { names })).toEqual([['大会', '春の大会']]);
    expect(textsOf({ contestId: 'c2' }, { names })).toEqual([['大会', '削除された大会']]);
    expect(textsOf({ contestId: 'c1' })).toEqual([['大会', '読み込み中...']]);
  });
});
