import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decideMatch } from './decide-match.ts';
import { createKnownNames } from './known-names.ts';
import { ALL, athleteOf, CONTEST, fileOf, linesOf, OTHERS, SATO, YAMADA } from './match-fixtures.ts';
import { type FileToMatch, matchVideos, type RegisteredAthlete, type VideoMatch } from './match-videos.ts';
import { readPaths } from './video-name.ts';

const match = (paths: readonly (string | FileToMatch)[], athletes: readonly RegisteredAthlete[], ordered = athletes): VideoMatch[] =>
  matchVideos({
    files: paths.map((path) => (typeof path === 'string' ? fileOf(path) : path)),
    athletes,
    lines: ordered.flatMap(linesOf),
    choices: [],
  });
const resultOf = (path: string | FileToMatch, athletes: readonly RegisteredAthlete[], ordered = athletes): string => {
  const [found] = match([path], athletes, ordered);
  return `${found?.reason} ${found?.lineIds.join()}`;
};

describe('matchVideos with one file', () => {
  test.each([
    // Bib numbers and names.
    ['12_縦.mp4', 'bib 12 縦'],
    ['第12回 関東フィットネス選手権/ビキニ/012 横動画.mov', 'bib 12 横'],
    ['山田太郎 縦.mp4', 'name 12 縦'],
    ['山田_縦.mp4', 'name 12 縦'],
    ['太郎_縦.mp4', 'sameName 12 縦'],
    ['高橋恵_縦.mp4', 'name 2 縦'],
    ['12_太郎_縦.mp4', 'bibAndName 12 縦'],
    ['12_山田太郎_縦_2.mp4', 'bibAndName 12 縦'],
    ['山田太郎_縦_2.mp4', 'contradiction 2 縦,12 縦'],
    ['12_佐藤花子_縦.mp4', 'contradiction 12 縦,7 縦'],
    ['山田太郎と佐藤花子_縦.mp4', 'noAthlete '],
    ['12_中田_縦.mp4', 'words 12 縦'],
    // Several numbers.
    ['12_7_縦.mp4', 'numbers 12 縦,7 縦'],
    ['12_縦_205.mp4', 'numbers 12 縦'],
    ['No.12_縦_完成_2.mp4', 'bib 12 縦'],
    ['12_縦_1121.mp4', 'bib 12 縦'],
    ['No2026_縦.mp4', 'noAthlete '],
    // A folder of an athlete with numbered files, and folders in order.
    ['12/縦.mp4', 'bib 12 縦'],
    ['12/縦_1.mp4', 'numbers 12 縦,1 縦'],
    ['ビキニ12/縦_1.mp4', 'numbers 12 縦,1 縦'],
    ['01_ビキニ/12_縦.mp4', 'bib 12 縦'],
    ['Day1/カメラ2/12_縦.mp4', 'bib 12 縦'],
    // Numbers that computers and cameras count.
    ['縦/IMG_0012.MOV', 'noAthlete '],
    ['縦/IMG_1234_2.MOV', 'numbers 2 縦'],
    ['縦/20261121_002.MOV', 'numbers 2 縦'],
    ['縦/動画 2.mp4', 'numbers 2 縦'],
    ['縦/00012.MTS', 'numbers 12 縦'],
    ['縦 (12).mp4', 'numbers 12 縦'],
    ['20261121_0012_縦.mp4', 'numbers 12 縦'],
    ['縦/完成 (2).mp4', 'noAthlete '],
    ['V3_12.mp4', 'numbers 12 縦'],
    // Other contests and editions.
    ['第11回 関東フィットネス選手権/12_縦.mp4', 'words 12 縦'],
    ['北関東フィットネス選手権/12_縦.mp4', 'words 12 縦'],
    ['2025 関東フィットネス選手権/12_縦.mp4', 'words 12 縦'],
    ['20251122/12_縦.mp4', 'words 12 縦'],
    ['マスターズビキニ/12_縦.mp4', 'words 12 縦'],
    // The video's own orientation.
    ['12.mp4', 'style 12 縦,12 横'],
    ['12_縦横.mp4', 'style 12 縦,12 横'],
    [fileOf('12.mp4', 'horizontal'), 'bib 12 横'],
    [fileOf('12_縦.mp4', 'horizontal'), 'orientation 12 縦,12 横'],
    [fileOf('横浜/12.mp4', 'vertical'), 'words 12 縦'],
  ])('when its path is %j, then the result is %s', (path, result) => {
    expect(resultOf(path, ALL)).toBe(result);
  });

  test('when a folder or the name says a contest, then lines of other contests are no candidates', () => {
    const other = athleteOf('701', { athleteName: '中川 誠', contestName: '相模カップ 2026', contestId: 'sagami' });
    const contests = [{ contestId: 'tama', contestName: '多摩オープン 2026' }];
    const reasonOf = (path: string) => {
      const [found] = matchVideos({ files: [fileOf(path)], athletes: [other], lines: linesOf(other), contests, choices: [] });
      return `${found?.state} ${found?.reason} ${found?.lineIds.join()}`;
    };
    expect(
      ['多摩オープン/701_kimura_縦.mp4', '多摩オープン 2026/701.mp4', '701_縦_多摩オープン.mp4', '相模カップ/多摩オープン/701_縦.mp4'].map(
        reasonOf,
      ),
    ).toEqual(Array(4).fill('unknown otherContest '));
    expect(['相模カップ/701_縦.mp4', '相模カップ2026_701_縦.mp4', '701_縦.mp4'].map(reasonOf)).toEqual(Array(3).fill('certain bib 701 縦'));
  });

  test('when its video is not ordered, then no line fits', () => {
    expect(resultOf('山田太郎_縦.mp4', ALL, OTHERS)).toBe('notOrdered ');
  });

  test('when bib numbers differ in leading zeros or letters, then the exact one counts within a category only', () => {
    const bibs = ['12', '012', 'A5', 'B-5', '5', '101A'].map((bib) => athleteOf(bib));
    expect(['12_縦', '012_縦', '0012_縦', 'a05_縦', 'B5_縦', 'B-5_縦', '101_縦'].map((name) => resultOf(`${name}.mp4`, bibs))).toEqual([
      'bib 12 縦',
      'bib 012 縦',
      'numbers 12 縦,012 縦',
      'bib A5 縦',
      'bib B-5 縦',
      'numbers B-5 縦,5 縦',
      'noAthlete ',
    ]);
    expect(resultOf('012_縦.mp4', [athleteOf('12'), athleteOf('012', { category: '別' })])).toBe('category 012 縦,12 縦');
  });

  test('when a bib number looks like a date, then it must be marked, or be the only number beside the style', () => {
    const dates = ['2026', '1121', '12'].map((bib) => athleteOf(bib));
    expect(['2026_縦', 'No2026_縦', '1121_縦', '1121_12_縦', '1121/縦'].map((name) => resultOf(`${name}.mp4`, dates))).toEqual([
      'numbers 2026 縦',
      'bib 2026 縦',
      'bib 1121 縦',
      'numbers 1121 縦,12 縦',
      'numbers 1121 縦',
    ]);
  });

  test('when athletes share a family name, or may share it, then it is in question', () => {
    const jiro = athleteOf('13', { athleteName: '山田 次郎' });
    expect(resultOf('山田_縦.mp4', [...ALL, jiro])).toBe('sameName 12 縦,13 縦');
    expect(resultOf('山田_縦.mp4', [...ALL, { ...jiro, athleteName: '山田次郎' }])).toBe('sameName 12 縦');
    const nameless = ['50', '51'].map((bib) => athleteOf(bib));
    expect(resultOf('山田_縦.mp4', [...ALL, ...nameless])).toBe('sameName 12 縦');
    expect(resultOf('山田太郎_縦.mp4', [...ALL, ...nameless, jiro])).toBe('name 12 縦');
  });

  test('when an athlete has the same number in two contests or categories, then the path must name it', () => {
    const elsewhere = { ...YAMADA, contestName: '横浜カップ', contestId: 'yokohama' };
    const twice = { ...YAMADA, category: 'マスターズ' };
    expect(resultOf('12_山田太郎_縦.mp4', [YAMADA, elsewhere], [YAMADA])).toBe('contest 12 縦');
    expect(resultOf('関東フィットネス選手権/12_縦.mp4', [YAMADA, elsewhere], [YAMADA])).toBe('bib 12 縦');
    expect(resultOf('12_山田太郎_縦.mp4', [YAMADA, twice], [YAMADA])).toBe('category 12 縦');
    expect(resultOf('ビキニの部/12_縦.mp4', [YAMADA, twice], [YAMADA])).toBe('bib 12 縦');
    expect(resultOf(`${CONTEST}/ビキニ/12_山田太郎_縦.mp4`, [], [YAMADA])).toBe('register 12 縦');
    expect(resultOf(`${CONTEST}/12_縦.mp4`, [YAMADA, { ...SATO, contestId: 'last year' }], [YAMADA])).toBe('namesake 12 縦');
  });

  test('when contest, category or name changed after the order, then the athlete is still the same or in question', () => {
    const renamed = { ...YAMADA, contestName: '関東選手権' };
    const moved = { ...YAMADA, category: 'マスターズ' };
    const replaced = { ...YAMADA, athleteName: '田中 一郎' };
    expect(resultOf('関東選手権/12_縦.mp4', [renamed], [YAMADA])).toBe('bib 12 縦');
    expect(resultOf('マスターズ/12_縦.mp4', [moved], [YAMADA])).toBe('bib 12 縦');
    expect(resultOf('12_縦.mp4', [replaced], [YAMADA])).toBe('contradiction 12 縦');
  });

  test('when its name contains the number of an order line, then this is not a bib number', () => {
    const [line] = linesOf(YAMADA).map((each) => ({ ...each, id: '12345678-01' }));
    const stateOf = (name: string) => matchVideos({ files: [fileOf(name)], lines: line ? [line] : [], athletes: ALL, choices: [] })[0];
    expect(stateOf('12345678-01.mp4')).toMatchObject({ state: 'certain', lineIds: ['12345678-01'] });
    expect(stateOf('12345678-01_12_縦.mp4')).toMatchObject({ state: 'certain', lineIds: ['12345678-01'] });
    expect(stateOf('12345678-01_7_縦.mp4')).toMatchObject({ state: 'question' });
    expect(stateOf('87654321-01_縦.mp4')).toMatchObject({ state: 'unknown' });
  });
});

describe('matchVideos with several files', () => {
  test('when two files are for one video, then the admin chooses one of them', () => {
    const files = ['12_縦.mp4', '012_縦_v2.mp4', '7_縦.mp4'].map((name) => fileOf(name));
    const input = { files, athletes: ALL, lines: ALL.flatMap(linesOf) };
    const reasons = (choices: { fileId: string; lineId: string | null }[]) =>
      matchVideos({ ...input, choices }).map(({ reason }) => reason);
    expect(reasons([])).toEqual(['severalFiles', 'severalFiles', 'bib']);
    expect(reasons([{ fileId: '12_縦.mp4', lineId: null }])).toEqual(['excluded', 'bib', 'bib']);
    expect(reasons([{ fileId: '12_縦.mp4', lineId: '12 縦' }])).toEqual(['choice', 'severalFiles', 'bib']);
    // The line was delivered since.
    expect(reasons([{ fileId: '12_縦.mp4', lineId: 'delivered' }])).toEqual(['severalFiles', 'severalFiles', 'bib']);
  });

  test('when several customers ordered a video, then its file is for all of their lines', () => {
    const [line] = linesOf(YAMADA);
    const lines = line ? [line, { ...line, id: 'another' }] : [];
    const results = [[], [{ fileId: '12_縦.mp4', lineId: 'another' }]].map((choices) =>
      matchVideos({ files: [fileOf('12_縦.mp4')], lines, athletes: ALL, choices }).map(({ lineIds }) => lineIds),
    );
    expect(results).toEqual([[['12 縦', 'another']], [['12 縦', 'another']]]);
  });

  test('when an unknown word is in several names, then these are a group, and a sentence says what is unknown', () => {
    const matches = match(['12_予選_縦.mp4', '7_予選_縦.mp4', '1_中田_縦.mp4', '2_大木_縦.mp4'], ALL);
    expect(matches.map(({ group }) => group)).toEqual(['words 予選', 'words 予選', 'words', 'words']);
    expect(matches[0]?.sentence).toBe('「予選」の意味がわかりません。');
    expect(match([fileOf('12.mp4', 'vertical')], ALL)[0]?.sentence).toBe(
      '番号「12」の選手は1人だけです。向きは動画そのものから判定しました（縦動画）。',
    );
  });

  test('when nobody knows the chosen folder, then it is ignored if the contest is named below it', () => {
    const reasonsIn = (folder: string) =>
      match([`${folder}/関東フィットネス選手権/12_縦.mp4`, `${folder}/7_縦.mp4`], ALL).map(({ reason }) => reason);
    expect(reasonsIn('中田さん編集分')).toEqual(['bib', 'words']);
    expect(reasonsIn('納品用')).toEqual(['bib', 'bib']);
    expect(reasonsIn('2025')).toEqual(['words', 'words']);
    expect(reasonsIn('第11回')).toEqual(['words', 'words']);
    expect(match(['西日本大会/12_縦.mp4', '西日本大会/7_縦.mp4'], ALL).map(({ group }) => group)).toEqual([
      'words 西日本大会',
      'words 西日本大会',
    ]);
  });

  test('when there are 3,000 files and 3,000 lines, then they are matched within a second', () => {
    const athletes = Array.from({ length: 1500 }, (_, index) =>
      athleteOf(`${index + 1}`, { athleteName: `名字${index % 90} 名前${index % 77}` }),
    );
    const lines = athletes.flatMap(linesOf);
    const files = lines.map(({ athleteNumber, style }) => fileOf(`納品/ビキニ/${athleteNumber}_${style}_完成_20261121.mp4`));
    const run = () => {
      const before = process.cpuUsage();
      const matches = matchVideos({ files, lines, athletes, choices: [] });
      return { matches, cpuMicros: process.cpuUsage(before).user };
    };
    // Time of the processor, and the best of three runs, so that other processes do not count.
    const runs = [run(), run(), run()];
    expect(Math.min(...runs.map(({ cpuMicros }) => cpuMicros))).toBeLessThan(1_000_000);
    const matches = runs[0]?.matches ?? [];
    // 720 and 1080 may be resolutions.
    expect(matches.filter(({ state }) => state !== 'certain').map(({ reason }) => reason)).toEqual(Array(4).fill('numbers'));
  });
});

describe('matchVideos with random names', () => {
  const athletes = ALL.slice(0, 5);
  const athlete = fc.constantFrom(...athletes.filter(({ athleteName }) => athleteName !== null));
  const piece = fc.oneof(
    athlete.map((each) => ({ text: each.athleteNumber, of: each.athleteNumber, isName: false })),
    athlete.map((each) => ({ text: (each.athleteName ?? '').replace(' ', ''), of: each.athleteNumber, isName: true })),
    fc.constantFrom('縦', 'ビキニ', '完成', 'v2', '20261121').map((text) => ({ text, of: null, isName: false })),
  );
  const pieces = fc.array(piece, { minLength: 1, maxLength: 6 });
  const separator = fc.constantFrom('_', ' ', '-', '＿');
  const known = createKnownNames({ athletes, lines: athletes.flatMap(linesOf) });
  const decide = (path: string) => {
    const [read] = readPaths([fileOf(`${path}.mp4`)], known);
    return decideMatch({ ...read!, known });
  };

  test('when a match is certain, then no name and no lonely number of somebody else is in the path', () => {
    fc.assert(
      fc.property(pieces, separator, (parts, between) => {
        const { reason, entrant } = decide(parts.map(({ text }) => text).join(between));
        if (!['bibAndName', 'bib', 'name'].includes(reason)) return;
        const owner = entrant?.bib;
        const names = parts.filter(({ isName }) => isName);
        const numbers = parts.filter(({ of, isName }) => of !== null && !isName);
        expect(names.every(({ of }) => of === owner)).toBe(true);
        if (names.length === 0 || !numbers.some(({ of }) => of === owner)) expect(numbers.every(({ of }) => of === owner)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('when a name is written on a Mac, in full width or below a folder of deliveries, then the result is the same', () => {
    const wide = (text: string) => text.replaceAll(/[!-~]/gu, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
    fc.assert(
      fc.property(pieces, separator, (parts, between) => {
        const path = parts.map(({ text }) => text).join(between);
        for (const variant of [path.normalize('NFD'), wide(path), `納品/${path}`]) expect(decide(variant)).toEqual(decide(path));
      }),
      { numRuns: 100 },
    );
  });
});
