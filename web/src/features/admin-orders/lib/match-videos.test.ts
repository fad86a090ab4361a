import { describe, expect, test } from '@jest/globals';
import { VIDEO_STYLES } from '@stagereel/contracts';
import { matchVideos, type WaitingLine } from './match-videos.ts';

const CONTEST = '第12回 関東フィットネス選手権';
const lineOf = (more: Partial<WaitingLine> = {}): WaitingLine => ({
  id: 'l1',
  contestName: CONTEST,
  category: 'ビキニ',
  athleteNumber: '12',
  style: '縦動画',
  ...more,
});
const stateOf = (path: string, more: Partial<WaitingLine> = {}, others: readonly WaitingLine[] = []): string => {
  const [match] = matchVideos({ paths: [path], lines: [lineOf(more), ...others] }).lines;
  return [match?.state, ...(match?.doubts ?? [])].join(' ');
};

describe('a single file', () => {
  test.each([
    ['第12回 関東フィットネス選手権_ビキニ_12_縦.mp4', 'sure'],
    ['第12回関東フィットネス選手権/ビキニ/12 縦動画.mov', 'sure'],
    ['第１２回　関東フィットネス選手権＿ビキニ＿１２＿縦.mp4', 'sure'],
    ['第12回_関東フィットネス選手権-ﾋﾞｷﾆ-12-VERTICAL.MP4', 'sure'],
    ['第12回関東フィットネス選手権ビキニ12縦.mp4', 'doubtful contest category numbers'],
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
  ])('when it is called %s, it is %s', (path, state) => {
    expect(stateOf(path)).toBe(state);
  });

  test('when the name of a contest or category is part of a longer one, the longer one counts', () => {
    const longer = [lineOf({ id: 'l2', category: 'ビキニフィットネス' }), lineOf({ id: 'l3', contestName: '関東大会' })];
    const paths = [`${CONTEST}_ビキニフィットネス_12_縦.mp4`, '北関東大会_ビキニ_12_縦.mp4'];
    const { lines } = matchVideos({ paths, lines: [lineOf(), ...longer] });
    expect(lines.map(({ line, state }) => `${line.id} ${state}`)).toEqual(['l1 ambiguous', 'l2 sure', 'l3 ambiguous']);
  });

  test('when a place is called after a side, that is no style', () => {
    expect(stateOf('横浜_ビキニ_12_縦.mp4', { contestName: '横浜カップ' })).toBe('doubtful contest');
    expect(stateOf('横浜_ビキニ_12.mp4', { contestName: '横浜カップ', style: '横動画' })).toBe('doubtful contest style');
  });

  test('when the bib has parts, they must stand together', () => {
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' })).toBe('sure');
    expect(stateOf(`${CONTEST}_ビキニ_A_縦_5.mp4`, { athleteNumber: 'A-6' })).toBe('missing');
    // Number 5 of block A, or number A-5?
    const other = lineOf({ id: 'l2', athleteNumber: '5' });
    expect(stateOf(`${CONTEST}_ビキニ_A-5_縦.mp4`, { athleteNumber: 'A-5' }, [other])).toBe('ambiguous several');
  });
});

test('when several customers ordered the same video, one file is for all of them', () => {
  const lines = [lineOf(), lineOf({ id: 'l2' })];
  const matches = matchVideos({ paths: [`${CONTEST}_ビキニ_12_縦.mp4`], lines });
  expect(matches.lines.map(({ line, state, files }) => [line.id, state, files])).toEqual([
    ['l1', 'sure', [0]],
    ['l2', 'sure', [0]],
  ]);
});

test('when two files are for one line, or one file for two videos, neither is chosen', () => {
  const paths = [`${CONTEST}_ビキニ_12_縦.mp4`, `${CONTEST}/ビキニ/12/縦.mov`, `${CONTEST}_ビキニ_7.mp4`];
  const lines = [lineOf(), lineOf({ id: 'l2', athleteNumber: '7' }), lineOf({ id: 'l3', athleteNumber: '7', style: '横動画' })];
  const matches = matchVideos({ paths, lines });
  expect(matches.lines.map(({ state, files }) => [state, files])).toEqual([
    ['ambiguous', [0, 1]],
    ['ambiguous', [2]],
    ['ambiguous', [2]],
  ]);
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
        bibs.flatMap((athleteNumber) => VIDEO_STYLES.map((style) => ({ contestName, category, athleteNumber, style }))),
      ),
    )
    .map((line, index) => ({ id: `line-${index}`, ...line }));

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
  const matches = matchVideos({ paths: files.map(({ path }) => path), lines });

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

  test('when a line has several files, it is not decided; every file is for a line or surplus', () => {
    for (const { state, files: found } of matches.lines) expect(found.length > 1 ? state : 'ambiguous').toBe('ambiguous');
    const used = new Set(matches.lines.flatMap((match) => match.files));
    expect([...used, ...matches.surplus].sort((a, b) => a - b)).toEqual(files.map((_, index) => index));
  });

  test('when all that was sure is delivered, the same folder does nothing more for it', () => {
    const left = matches.lines.filter(({ state }) => state !== 'sure').map(({ line }) => line);
    const again = matchVideos({ paths: files.map(({ path }) => path), lines: left });
    expect(again.lines.filter(({ state }) => state === 'sure')).toEqual([]);
  });
});
