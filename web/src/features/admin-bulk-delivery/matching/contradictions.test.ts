import { describe, expect, test } from '@jest/globals';
import { contradictionsOf, contradictionsOfName } from './contradictions.ts';
import { createKnownNames } from './known-names.ts';
import { ALL, athleteOf, CONTEST, fileOf, linesOf, YAMADA } from './match-fixtures.ts';
import type { FileToMatch } from './match-videos.ts';
import { readPaths } from './video-name.ts';

const twice = { ...YAMADA, category: 'マスターズ' };
const nameless = athleteOf('99');
const elsewhere = { ...YAMADA, contestName: '横浜カップ 2026', contestId: 'yokohama' };
const contests = [
  { contestId: 'closed', contestName: '多摩オープン 2026' },
  { contestId: 'earlier', contestName: '第11回 関東フィットネス選手権' },
];
const athletes = [...ALL, twice, nameless, elsewhere];
const known = createKnownNames({ athletes, lines: [...ALL, nameless].flatMap(linesOf), contests });

const kindsOf = (file: FileToMatch, lineId: string): string =>
  readPaths([file], known)
    .flatMap((read) => contradictionsOf({ read, lineId, known }))
    .map(({ kind }) => kind)
    .join();

describe('what a path and its video say against 12 山田 太郎, ビキニ, 縦動画', () => {
  test.each([
    // What agrees, or says nothing.
    ['12_縦.mp4', ''],
    ['No.012 山田太郎様 縦.mp4', ''],
    ['山田.mp4', ''],
    ['final.mp4', ''],
    ['IMG_4411.MOV', ''],
    ['20261121_142233.mp4', ''],
    ['動画 3.mp4', ''],
    ['12_1_縦.mp4', ''],
    ['12_中田_v2_縦.mp4', ''],
    [`${CONTEST}/ビキニ/012 横.mp4`, 'direction'],
    ['01_田村さん/12-1_縦.mp4', ''],
    // The number.
    ['7_縦.mp4', 'number'],
    ['12_No.7_縦.mp4', 'number'],
    ['No.99_山田太郎_縦.mp4', 'number'],
    ['背番号98 縦.mp4', 'number'],
    ['98_縦.mp4', 'number'],
    ['C0128_7縦.MP4', 'number'],
    ['1_12_縦.mp4', 'number'],
    ['7/12_縦.mp4', 'number'],
    ['No.7/縦.mp4', 'number'],
    ['12/縦_1.mp4', 'number'],
    ['87654321-01.mp4', 'number'],
    // The name.
    ['12_佐藤花子_縦.mp4', 'name'],
    ['No.12 佐藤様 縦.mp4', 'name'],
    ['佐藤 花子/12_縦.mp4', 'name'],
    ['No.12 木村一郎様 縦.mp4', 'name'],
    ['山田太郎と佐藤花子_縦.mp4', ''],
    ['7_佐藤花子_縦.mp4', 'number,name'],
    // The category.
    ['マスターズ_12_縦.mp4', 'category'],
    ['マスターズの部/12_縦.mp4', 'category'],
    // The contest, also one without open lines, under its short name, or another edition.
    ['横浜カップ 2026/12_縦.mp4', 'contest'],
    ['多摩オープン2026/12_縦.mp4', 'contest'],
    ['多摩オープン/ビキニ12_縦.mp4', 'contest'],
    ['12_山田太郎_縦_多摩オープン.mp4', 'contest'],
    ['第11回 関東フィットネス選手権/12_縦.mp4', 'contest'],
    ['第10回 関東フィットネス選手権/12_縦.mp4', 'contest'],
    ['関東フィットネス選手権/12_縦.mp4', ''],
    // The direction.
    ['12_横.mp4', 'direction'],
    ['横動画/12.mp4', 'direction'],
    ['12_1920x1080.mp4', 'direction'],
    [fileOf('12_縦.mp4', 'horizontal'), 'direction'],
    [fileOf('12.mp4', 'horizontal'), 'direction'],
    [fileOf('12.mp4', 'vertical'), ''],
    [fileOf('12_縦横.mp4', 'vertical'), ''],
    // All of them.
    [fileOf('多摩オープン/マスターズ/7_佐藤花子_横.mp4', 'horizontal'), 'number,name,category,contest,direction,direction'],
  ])('when the path is %j, then it contradicts the line in "%s"', (path, kinds) => {
    expect(kindsOf(typeof path === 'string' ? fileOf(path) : path, '12 縦')).toBe(kinds);
  });

  test('when the athlete has no name, then only the name of another athlete contradicts', () => {
    expect([kindsOf(fileOf('No.99 木村一郎様 縦.mp4'), '99 縦'), kindsOf(fileOf('No.99 山田 縦.mp4'), '99 縦')]).toEqual(['', 'name']);
  });
});

test('when one file is chosen for a line, then its name alone is read, and each contradiction names both sides', () => {
  const [line] = linesOf({ ...YAMADA, athleteNumber: '012' });
  const textsOf = (fileName: string, registered = { athletes, contests }) =>
    line ? contradictionsOfName({ fileName, line, ...registered }).map(({ text }) => text) : [];
  expect(textsOf('多摩オープン_マスターズ_007_佐藤花子_横.mp4')).toEqual([
    '番号「007」は、この注文の番号「012」と違います。',
    '選手名「佐藤花子」は、この注文の選手「012 山田 太郎」と違います。',
    'カテゴリ「マスターズ」は、この注文のカテゴリ「ビキニ」と違います。',
    '大会「多摩オープン2026」は、この注文の大会「第12回 関東フィットネス選手権」と違います。',
    '名前では横動画ですが、この注文は縦動画です。',
  ]);
  expect(textsOf('012_縦.mp4')).toEqual([]);
  // The lists could not be loaded.
  expect(textsOf('033_縦.mp4', { athletes: [], contests: [] })).toEqual(['番号「033」は、この注文の番号「012」と違います。']);
});
