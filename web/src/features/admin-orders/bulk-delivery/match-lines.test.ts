import { describe, expect, test } from '@jest/globals';
import { VIDEO_STYLES } from '@stagereel/contracts';
import { type LineToMatch, matchLines } from './match-lines.ts';
import { issuesText } from './texts.ts';

const CONTEST = '第12回 関東フィットネス選手権';
const lineOf = (more: Partial<LineToMatch> = {}): LineToMatch => ({
  id: 'l1',
  contestId: `id of ${more.contestName ?? CONTEST}`,
  contestName: CONTEST,
  category: 'ビキニ',
  athleteNumber: '12',
  style: '縦動画',
  orderDate: '2026-11-20T09:00:00.000Z',
  ...more,
});
const stateOf = (path: string, more: Partial<LineToMatch> = {}, others: readonly LineToMatch[] = []): string => {
  const [match] = matchLines({ paths: [path], lines: [lineOf(more), ...others], ordered: [] }).lines;
  return [match?.state, ...(match?.issues ?? [])].join(' ');
};

describe('matchLines with a single file', () => {
  test.each([
    ['第12回 関東フィットネス選手権_ビキニ_12_縦.mp4', 'certain'],
    ['第12回関東フィットネス選手権/ビキニ/12 縦動画.mov', 'certain'],
    ['第１２回　関東フィットネス選手権＿ビキニ＿１２＿縦.mp4', 'certain'],
    ['第12回_関東フィットネス選手権-ﾋﾞｷﾆ-12-VERTICAL.MP4', 'certain'],
    ['第12回関東フィットネス選手権ビキニ12縦.mp4', 'unclear contest category numbers words'],
    ['ビキニ_12_縦.mp4', 'unclear contest'],
    ['第12回関東フィットネス選手権_12_縦.mp4', 'unclear category'],
    ['第12回関東フィットネス選手権_ビキニ_12.mp4', 'unclear style'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_005.mp4', 'unclear numbers'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦 (1).mp4', 'unclear numbers'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦横.mp4', 'unclear style'],
    ['第12回関東フィットネス選手権_ビキニ_012_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_12A_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_12_横.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ フィットネス_12_縦.mp4', 'unclear words'],
    ['第12回関東フィットネス選手権 西日本予選_ビキニ_12_縦.mp4', 'unclear words'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_予選.mp4', 'unclear words'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_IMG_0001.mp4', 'unclear numbers words'],
    ['完成動画/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'certain'],
    ['完成動画/予選/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'unclear words'],
    ['ビキニ フィットネス/第12回関東フィットネス選手権_12_縦.mp4', 'unclear words'],
    ['A/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'unclear words'],
    ['2日目/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'unclear numbers words'],
  ])('when its path is %s, then it is %s', (path, state) => {
    expect(stateOf(path)).toBe(state);
  });

  test('when the name of a contest or category is part of a longer one, then the longer one counts', () => {
    const longer = [lineOf({ id: 'l2', category: 'ビキニフィットネス' }), lineOf({ id: 'l3', contestName: '関東大会' })];
    const paths = [`${CONTEST}_ビキニフィットネス_12_縦.mp4`, '北関東大会_ビキニ_12_縦.mp4'];
    const { lines } = matchLines({ paths, lines: [lineOf(), ...longer], ordered: [] });
    expect(lines.map(({ line, state }) => `${line.id} ${state}`)).toEqual(['l1 ambiguous', 'l2 certain', 'l3 ambiguous']);
  });

  test('when the name of a place starts with 横, then that is no style', () => {
    expect(stateOf('横浜_ビキニ_12_縦.mp4', { contestName: '横浜カップ' })).toBe('unclear contest words');
    expect(stateOf('横浜_ビキニ_12.mp4', { contestName: '横浜カップ', style: '横動画' })).toBe('unclear contest style words');
  });

  test('when a bib number has several parts, then they must be adjacent', () => {
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' })).toBe('certain');
    expect(stateOf(`${CONTEST}_ビキニ_A_縦_5.mp4`, { athleteNumber: 'A-6' })).toBe('missing');
    // Number 5 of block A, or number A-5?
    const other = lineOf({ id: 'l2', athleteNumber: '5' });
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' }, [other])).toBe('ambiguous several');
    // A-5 has its video already, and the file is still in the folder.
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: '5' })).toBe('unclear words');
    expect(stateOf(`${CONTEST}_ビキニ_い-5_縦.mp4`, { athleteNumber: 'あ-5' })).toBe('missing');
    expect(stateOf(`${CONTEST}_ビキニ_あ-5_縦.mp4`, { athleteNumber: 'あ-5' })).toBe('certain');
  });

  test('when a longer name was delivered already, then its file does not match a shorter name', () => {
    const delivered = { contestId: 'c9', contestName: `${CONTEST} 決勝`, category: 'ビキニ フィットネス' };
    const paths = [`${CONTEST}_ビキニ フィットネス_12_縦.mp4`, `${CONTEST} 決勝_ビキニ_12_縦.mp4`];
    const matches = matchLines({ paths, lines: [lineOf()], ordered: [lineOf(), delivered] });
    expect(matches).toEqual({ lines: [{ line: lineOf(), state: 'missing', files: [], issues: [] }], unmatchedFiles: [0, 1] });
  });

  test('when the chosen folder contains only some of the files, then its name counts as part of their names', () => {
    const paths = [`完成動画/${CONTEST}_ビキニ_12_縦.mp4`, `${CONTEST}_ビキニ_7_縦.mp4`];
    const { lines } = matchLines({ paths, lines: [lineOf()], ordered: [] });
    expect(lines).toMatchObject([{ state: 'unclear', issues: ['words'] }]);
  });
});

test('when several customers ordered the same video, then one file fits all of them', () => {
  const lines = [lineOf(), lineOf({ id: 'l2' })];
  const matches = matchLines({ paths: [`${CONTEST}_ビキニ_12_縦.mp4`], lines, ordered: lines });
  expect(matches.lines.map(({ line, state, files }) => [line.id, state, files])).toEqual([
    ['l1', 'certain', [0]],
    ['l2', 'certain', [0]],
  ]);
});

test('when two files fit one line, or one file fits two videos, then the match is ambiguous', () => {
  const paths = [`${CONTEST}_ビキニ_12_縦.mp4`, `${CONTEST}/ビキニ/12/縦.mov`, `${CONTEST}_ビキニ_7.mp4`];
  const lines = [lineOf(), lineOf({ id: 'l2', athleteNumber: '7' }), lineOf({ id: 'l3', athleteNumber: '7', style: '横動画' })];
  const matches = matchLines({ paths, lines, ordered: lines });
  expect(matches.lines.map(({ state, files }) => [state, files])).toEqual([
    ['ambiguous', [0, 1]],
    ['ambiguous', [2]],
    ['ambiguous', [2]],
  ]);
});

describe('matchLines with two contests of the same name', () => {
  const other = lineOf({ id: 'l2', contestId: 'last year', orderDate: '2025-11-19T09:00:00.000Z' });
  const path = `${CONTEST}_ビキニ_12_縦.mp4`;

  test('when both have a line with the same number, then their file is ambiguous', () => {
    const { lines } = matchLines({ paths: [path], lines: [lineOf(), other], ordered: [] });
    expect(lines.map(({ state, issues }) => [state, ...issues])).toEqual(Array(2).fill(['ambiguous', 'several', 'namesake']));
    // The date of the order distinguishes them.
    expect(lines.map(issuesText)).toEqual([expect.stringContaining('2026年11月20日(金)'), expect.stringContaining('2025年11月19日(水)')]);
  });

  test.each([
    ['the same', CONTEST],
    ['one that differs in spaces', '第12回関東フィットネス選手権'],
    ['one that differs in width and signs', '第１２回・関東_フィットネス選手権'],
  ])('when only one of them has an undelivered line and the other is called %s, then the match is unclear', (_, contestName) => {
    const delivered = lineOf({ contestId: 'last year', contestName, athleteNumber: '80' });
    const { lines } = matchLines({ paths: [path], lines: [lineOf()], ordered: [lineOf(), delivered] });
    expect(lines).toMatchObject([{ state: 'unclear', files: [0], issues: ['namesake'] }]);
  });

  test('when their names differ only in spaces, then a file fits both', () => {
    const spaced = lineOf({ id: 'l2', contestId: 'last year', contestName: CONTEST.replace(' ', '') });
    const { lines } = matchLines({ paths: [path], lines: [lineOf(), spaced], ordered: [] });
    expect(lines.map(({ state, files }) => [state, files])).toEqual(Array(2).fill(['ambiguous', [0]]));
  });
});

test('when two categories of a contest differ only in spaces, then their matches are unclear', () => {
  const paths = [`${CONTEST}_オープン 男子_12_縦.mp4`];
  const line = lineOf({ category: 'オープン 男子' });
  const matches = matchLines({ paths, lines: [line], ordered: [line, lineOf({ category: 'オープン・男子' })] });
  expect(matches.lines).toMatchObject([{ state: 'unclear', files: [0], issues: ['category'] }]);
  const elsewhere = { contestId: 'another', contestName: '関西大会', category: 'オープン・男子' };
  expect(matchLines({ paths, lines: [line], ordered: [line, elsewhere] }).lines).toMatchObject([{ state: 'certain' }]);
});

/** Pseudorandom numbers that are the same in each run. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
};

describe('matchLines with three hundred files in random order', () => {
  const contests = [CONTEST, 'ジャパンオープン 2026', '横浜カップ'];
  const categories = ['ビキニ', 'ビキニフィットネス', 'メンズフィジーク'];
  const bibs = ['1', '01', '001', '12', '012', '12A', '112', '2026', 'A-5', ...Array.from({ length: 16 }, (_, index) => `${index + 40}`)];
  const lines = contests
    .flatMap((contestName) =>
      categories.flatMap((category) =>
        bibs.flatMap((athleteNumber) =>
          VIDEO_STYLES.map((style) => ({ contestId: contestName, contestName, category, athleteNumber, style })),
        ),
      ),
    )
    .map((line, index) => lineOf({ id: `line-${index}`, ...line }));

  const wide = (text: string): string => text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
  const random = numbersFrom(7);
  /** How people name files. The first three name everything. */
  const habits = [
    ({ contestName, category, athleteNumber, style }: LineToMatch) => `${contestName}_${category}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: LineToMatch) => `${contestName}/${category}/${athleteNumber}${style[0]}.MOV`,
    ({ contestName, category, athleteNumber, style }: LineToMatch) =>
      `${wide(`${style}_${athleteNumber}`)}_${category}_${contestName.replaceAll(' ', '')}.mp4`,
    ({ contestName, category, athleteNumber }: LineToMatch) => `${contestName}_${category}_${athleteNumber}.mp4`,
    ({ category, athleteNumber, style }: LineToMatch) => `${category}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: LineToMatch) =>
      `${contestName}_${category.replace('ビキニ', 'ビキ二')}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: LineToMatch) => `${contestName}_${category}_${athleteNumber}0_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: LineToMatch) => `${contestName}_${category}_${athleteNumber}_${style} (2).mp4`,
  ];
  const files = Array.from({ length: 300 }, () => {
    const line = lines[random(lines.length)] ?? lineOf();
    const habit = random(100) < 85 ? random(3) : 3 + random(habits.length - 3);
    return { path: habits[habit]?.(line) ?? '', lineId: line.id, isComplete: habit < 3 };
  });
  const matches = matchLines({ paths: files.map(({ path }) => path), lines, ordered: lines });

  test('when a match is certain, then it is the line that the file was made for', () => {
    const certain = matches.lines.filter(({ state }) => state === 'certain');
    expect(certain.length).toBeGreaterThan(100);
    for (const { line, files: found } of certain) expect(files[found[0] ?? -1]?.lineId).toBe(line.id);
  });

  test('when a file names everything, then it fits its line and no other one', () => {
    for (const [index, { lineId, isComplete }] of files.entries()) {
      if (!isComplete) continue;
      expect(matches.lines.filter((match) => match.files.includes(index)).map(({ line }) => line.id)).toEqual([lineId]);
    }
  });

  test('when one file names everything and no other one fits, then the match is certain', () => {
    const isComplete = (index: number | undefined): boolean => files[index ?? -1]?.isComplete ?? false;
    const single = matches.lines.filter((match) => match.files.length === 1 && isComplete(match.files[0]));
    expect(single.length).toBeGreaterThan(100);
    expect(single.map(({ state }) => state)).toEqual(single.map(() => 'certain'));
  });

  test('when only few of the lines exist, then each certain match is still right', () => {
    for (const share of [2, 3, 5, 20]) {
      const some = lines.filter((_, index) => index % share === 0).concat(lineOf({ id: 'five', athleteNumber: '5' }));
      const { lines: found } = matchLines({ paths: files.map(({ path }) => path), lines: some, ordered: [] });
      const certain = found.filter(({ state }) => state === 'certain');
      expect(certain.length).toBeGreaterThan(0);
      expect(certain.map((match) => files[match.files[0] ?? -1]?.lineId)).toEqual(certain.map(({ line }) => line.id));
    }
  });

  test('when several files fit a line, then it is ambiguous; every file fits a line or is unmatched', () => {
    for (const { state, files: found } of matches.lines) expect(found.length > 1 ? state : 'ambiguous').toBe('ambiguous');
    const used = new Set(matches.lines.flatMap((match) => match.files));
    expect([...used, ...matches.unmatchedFiles].sort((a, b) => a - b)).toEqual(files.map((_, index) => index));
  });

  test('when the certain matches are delivered, then the same folder has no certain match any more', () => {
    const rest = matches.lines.filter(({ state }) => state !== 'certain').map(({ line }) => line);
    const again = matchLines({ paths: files.map(({ path }) => path), lines: rest, ordered: lines });
    expect(again.lines.filter(({ state }) => state === 'certain')).toEqual([]);
  });
});
