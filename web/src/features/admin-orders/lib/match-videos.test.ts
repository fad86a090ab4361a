import { describe, expect, test } from '@jest/globals';
import { VIDEO_STYLES } from '@stagereel/contracts';
import { doubtsText } from './bulk-words.ts';
import { matchVideos, type WaitingLine } from './match-videos.ts';

const CONTEST = '第12回 関東フィットネス選手権';
const lineOf = (more: Partial<WaitingLine> = {}): WaitingLine => ({
  id: 'l1',
  contestId: `id of ${more.contestName ?? CONTEST}`,
  contestName: CONTEST,
  category: 'ビキニ',
  athleteNumber: '12',
  style: '縦動画',
  orderDate: '2026-11-20T09:00:00.000Z',
  ...more,
});
const stateOf = (path: string, more: Partial<WaitingLine> = {}, others: readonly WaitingLine[] = []): string => {
  const [match] = matchVideos({ paths: [path], lines: [lineOf(more), ...others], ordered: [] }).lines;
  return [match?.state, ...(match?.doubts ?? [])].join(' ');
};

describe('a single file', () => {
  test.each([
    ['第12回 関東フィットネス選手権_ビキニ_12_縦.mp4', 'sure'],
    ['第12回関東フィットネス選手権/ビキニ/12 縦動画.mov', 'sure'],
    ['第１２回　関東フィットネス選手権＿ビキニ＿１２＿縦.mp4', 'sure'],
    ['第12回_関東フィットネス選手権-ﾋﾞｷﾆ-12-VERTICAL.MP4', 'sure'],
    ['第12回関東フィットネス選手権ビキニ12縦.mp4', 'doubtful contest category numbers words'],
    ['ビキニ_12_縦.mp4', 'doubtful contest'],
    ['第12回関東フィットネス選手権_12_縦.mp4', 'doubtful category'],
    ['第12回関東フィットネス選手権_ビキニ_12.mp4', 'doubtful style'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_005.mp4', 'doubtful numbers'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦 (1).mp4', 'doubtful numbers'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦横.mp4', 'doubtful style'],
    ['第12回関東フィットネス選手権_ビキニ_012_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_12A_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_12_横.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ_縦.mp4', 'missing'],
    ['第12回関東フィットネス選手権_ビキニ フィットネス_12_縦.mp4', 'doubtful words'],
    ['第12回関東フィットネス選手権 西日本予選_ビキニ_12_縦.mp4', 'doubtful words'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_予選.mp4', 'doubtful words'],
    ['第12回関東フィットネス選手権_ビキニ_12_縦_IMG_0001.mp4', 'doubtful numbers words'],
    ['完成動画/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'sure'],
    ['完成動画/予選/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'doubtful words'],
    ['ビキニ フィットネス/第12回関東フィットネス選手権_12_縦.mp4', 'doubtful words'],
    ['A/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'doubtful words'],
    ['2日目/第12回関東フィットネス選手権_ビキニ_12_縦.mp4', 'doubtful numbers words'],
  ])('when it is called %s, it is %s', (path, state) => {
    expect(stateOf(path)).toBe(state);
  });

  test('when the name of a contest or category is part of a longer one, the longer one counts', () => {
    const longer = [lineOf({ id: 'l2', category: 'ビキニフィットネス' }), lineOf({ id: 'l3', contestName: '関東大会' })];
    const paths = [`${CONTEST}_ビキニフィットネス_12_縦.mp4`, '北関東大会_ビキニ_12_縦.mp4'];
    const { lines } = matchVideos({ paths, lines: [lineOf(), ...longer], ordered: [] });
    expect(lines.map(({ line, state }) => `${line.id} ${state}`)).toEqual(['l1 ambiguous', 'l2 sure', 'l3 ambiguous']);
  });

  test('when a place is called after a side, that is no style', () => {
    expect(stateOf('横浜_ビキニ_12_縦.mp4', { contestName: '横浜カップ' })).toBe('doubtful contest words');
    expect(stateOf('横浜_ビキニ_12.mp4', { contestName: '横浜カップ', style: '横動画' })).toBe('doubtful contest style words');
  });

  test('when the bib has parts, they must stand together', () => {
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' })).toBe('sure');
    expect(stateOf(`${CONTEST}_ビキニ_A_縦_5.mp4`, { athleteNumber: 'A-6' })).toBe('missing');
    // Number 5 of block A, or number A-5?
    const other = lineOf({ id: 'l2', athleteNumber: '5' });
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' }, [other])).toBe('ambiguous several');
    // A-5 has its video already, and the file still lies in the folder.
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: '5' })).toBe('doubtful words');
    expect(stateOf(`${CONTEST}_ビキニ_い-5_縦.mp4`, { athleteNumber: 'あ-5' })).toBe('missing');
    expect(stateOf(`${CONTEST}_ビキニ_あ-5_縦.mp4`, { athleteNumber: 'あ-5' })).toBe('sure');
  });

  test('when a longer name was delivered already, its file is not taken for the shorter one that waits', () => {
    const delivered = { contestId: 'c9', contestName: `${CONTEST} 決勝`, category: 'ビキニ フィットネス' };
    const paths = [`${CONTEST}_ビキニ フィットネス_12_縦.mp4`, `${CONTEST} 決勝_ビキニ_12_縦.mp4`];
    const matches = matchVideos({ paths, lines: [lineOf()], ordered: [lineOf(), delivered] });
    expect(matches).toEqual({ lines: [{ line: lineOf(), state: 'missing', files: [], doubts: [] }], surplus: [0, 1] });
  });

  test('when the chosen folder lies around only some of the files, it counts as part of their names', () => {
    const paths = [`完成動画/${CONTEST}_ビキニ_12_縦.mp4`, `${CONTEST}_ビキニ_7_縦.mp4`];
    const { lines } = matchVideos({ paths, lines: [lineOf()], ordered: [] });
    expect(lines).toMatchObject([{ state: 'doubtful', doubts: ['words'] }]);
  });
});

test('when several customers ordered the same video, one file is for all of them', () => {
  const lines = [lineOf(), lineOf({ id: 'l2' })];
  const matches = matchVideos({ paths: [`${CONTEST}_ビキニ_12_縦.mp4`], lines, ordered: lines });
  expect(matches.lines.map(({ line, state, files }) => [line.id, state, files])).toEqual([
    ['l1', 'sure', [0]],
    ['l2', 'sure', [0]],
  ]);
});

test('when two files are for one line, or one file for two videos, neither is chosen', () => {
  const paths = [`${CONTEST}_ビキニ_12_縦.mp4`, `${CONTEST}/ビキニ/12/縦.mov`, `${CONTEST}_ビキニ_7.mp4`];
  const lines = [lineOf(), lineOf({ id: 'l2', athleteNumber: '7' }), lineOf({ id: 'l3', athleteNumber: '7', style: '横動画' })];
  const matches = matchVideos({ paths, lines, ordered: lines });
  expect(matches.lines.map(({ state, files }) => [state, files])).toEqual([
    ['ambiguous', [0, 1]],
    ['ambiguous', [2]],
    ['ambiguous', [2]],
  ]);
});

describe('two contests of the same name', () => {
  const other = lineOf({ id: 'l2', contestId: 'last year', orderDate: '2025-11-19T09:00:00.000Z' });
  const path = `${CONTEST}_ビキニ_12_縦.mp4`;

  test('when the same number of both waits, then its file is chosen for neither', () => {
    const { lines } = matchVideos({ paths: [path], lines: [lineOf(), other], ordered: [] });
    expect(lines.map(({ state, doubts }) => [state, ...doubts])).toEqual(Array(2).fill(['ambiguous', 'several', 'namesake']));
    // What tells them apart is the day of the order.
    expect(lines.map(doubtsText)).toEqual([expect.stringContaining('2026年11月20日(金)'), expect.stringContaining('2025年11月19日(水)')]);
  });

  test.each([
    ['the same', CONTEST],
    ['one that differs in spaces', '第12回関東フィットネス選手権'],
    ['one that differs in width and signs', '第１２回・関東_フィットネス選手権'],
  ])('when only one of them still waits and the other is called %s, then its file is not sure', (_, contestName) => {
    const delivered = lineOf({ contestId: 'last year', contestName, athleteNumber: '80' });
    const { lines } = matchVideos({ paths: [path], lines: [lineOf()], ordered: [lineOf(), delivered] });
    expect(lines).toMatchObject([{ state: 'doubtful', files: [0], doubts: ['namesake'] }]);
  });

  test('when both names differ in spaces alone, then a file of either is open to both', () => {
    const spaced = lineOf({ id: 'l2', contestId: 'last year', contestName: CONTEST.replace(' ', '') });
    const { lines } = matchVideos({ paths: [path], lines: [lineOf(), spaced], ordered: [] });
    expect(lines.map(({ state, files }) => [state, files])).toEqual(Array(2).fill(['ambiguous', [0]]));
  });
});

test('when two categories of a contest differ in spaces alone, then no file of theirs is sure', () => {
  const paths = [`${CONTEST}_オープン 男子_12_縦.mp4`];
  const waiting = lineOf({ category: 'オープン 男子' });
  const matches = matchVideos({ paths, lines: [waiting], ordered: [waiting, lineOf({ category: 'オープン・男子' })] });
  expect(matches.lines).toMatchObject([{ state: 'doubtful', files: [0], doubts: ['category'] }]);
  const elsewhere = { contestId: 'another', contestName: '関西大会', category: 'オープン・男子' };
  expect(matchVideos({ paths, lines: [waiting], ordered: [waiting, elsewhere] }).lines).toMatchObject([{ state: 'sure' }]);
});

/** The same numbers each time. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * below);
  };
};

describe('three hundred shuffled files', () => {
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
  /** What people make of a name, and whether it still says all there is to say. */
  const habits = [
    ({ contestName, category, athleteNumber, style }: WaitingLine) => `${contestName}_${category}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: WaitingLine) => `${contestName}/${category}/${athleteNumber}${style[0]}.MOV`,
    ({ contestName, category, athleteNumber, style }: WaitingLine) =>
      `${wide(`${style}_${athleteNumber}`)}_${category}_${contestName.replaceAll(' ', '')}.mp4`,
    ({ contestName, category, athleteNumber }: WaitingLine) => `${contestName}_${category}_${athleteNumber}.mp4`,
    ({ category, athleteNumber, style }: WaitingLine) => `${category}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: WaitingLine) =>
      `${contestName}_${category.replace('ビキニ', 'ビキ二')}_${athleteNumber}_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: WaitingLine) => `${contestName}_${category}_${athleteNumber}0_${style}.mp4`,
    ({ contestName, category, athleteNumber, style }: WaitingLine) => `${contestName}_${category}_${athleteNumber}_${style} (2).mp4`,
  ];
  const files = Array.from({ length: 300 }, () => {
    const line = lines[random(lines.length)] ?? lineOf();
    const habit = random(100) < 85 ? random(3) : 3 + random(habits.length - 3);
    return { path: habits[habit]?.(line) ?? '', meant: line.id, isWhole: habit < 3 };
  });
  const matches = matchVideos({ paths: files.map(({ path }) => path), lines, ordered: lines });

  test('when something is sure, it is what its maker meant', () => {
    const sure = matches.lines.filter(({ state }) => state === 'sure');
    expect(sure.length).toBeGreaterThan(100);
    for (const { line, files: found } of sure) expect(files[found[0] ?? -1]?.meant).toBe(line.id);
  });

  test('when a file says all there is to say, it is found for its line, and for no other one', () => {
    for (const [index, { meant, isWhole }] of files.entries()) {
      if (!isWhole) continue;
      expect(matches.lines.filter((match) => match.files.includes(index)).map(({ line }) => line.id)).toEqual([meant]);
    }
  });

  test('when one file says all there is to say and no other one fits, it is sure', () => {
    const isWhole = (index: number | undefined): boolean => files[index ?? -1]?.isWhole ?? false;
    const single = matches.lines.filter((match) => match.files.length === 1 && isWhole(match.files[0]));
    expect(single.length).toBeGreaterThan(100);
    expect(single.map(({ state }) => state)).toEqual(single.map(() => 'sure'));
  });

  test('when few of the lines still wait and nobody ordered the rest, nothing that is sure is anybody else’s', () => {
    for (const share of [2, 3, 5, 20]) {
      const left = lines.filter((_, index) => index % share === 0).concat(lineOf({ id: 'five', athleteNumber: '5' }));
      const { lines: found } = matchVideos({ paths: files.map(({ path }) => path), lines: left, ordered: [] });
      const sure = found.filter(({ state }) => state === 'sure');
      expect(sure.length).toBeGreaterThan(0);
      expect(sure.map((match) => files[match.files[0] ?? -1]?.meant)).toEqual(sure.map(({ line }) => line.id));
    }
  });

  test('when a line has several files, it is not decided; every file is for a line or surplus', () => {
    for (const { state, files: found } of matches.lines) expect(found.length > 1 ? state : 'ambiguous').toBe('ambiguous');
    const used = new Set(matches.lines.flatMap((match) => match.files));
    expect([...used, ...matches.surplus].sort((a, b) => a - b)).toEqual(files.map((_, index) => index));
  });

  test('when all that was sure is delivered, the same folder does nothing more for it', () => {
    const left = matches.lines.filter(({ state }) => state !== 'sure').map(({ line }) => line);
    const again = matchVideos({ paths: files.map(({ path }) => path), lines: left, ordered: lines });
    expect(again.lines.filter(({ state }) => state === 'sure')).toEqual([]);
  });
});
