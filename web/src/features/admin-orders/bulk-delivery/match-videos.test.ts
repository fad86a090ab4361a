import { describe, expect, test } from '@jest/globals';
import { HELD_OUT_STYLES } from './corpus/held-out-styles.ts';
import { type Figures, measure } from './corpus/measure.ts';
import { TUNED_STYLES } from './corpus/styles.ts';
import {
  type FileToMatch,
  type LineToMatch,
  matchVideos,
  proposeSimilar,
  type RegisteredAthlete,
  type VideoMatch,
} from './match-videos.ts';

const CONTEST = '第12回 関東フィットネス選手権';

const fileOf = (path: string, orientation?: FileToMatch['orientation']): FileToMatch => {
  const folders = path.split('/');
  return { id: path, name: folders.pop() ?? '', folders, size: 1, orientation };
};
const athleteOf = (athleteNumber: string, more: Partial<RegisteredAthlete> = {}): RegisteredAthlete => ({
  contestId: `id of ${more.contestName ?? CONTEST}`,
  contestName: CONTEST,
  category: 'ビキニ',
  athleteNumber,
  athleteName: null,
  ...more,
});
/** Both videos of an athlete, ordered. */
const linesOf = (athlete: RegisteredAthlete): LineToMatch[] =>
  (['縦動画', '横動画'] as const).map((style) => ({
    contestId: '',
    ...athlete,
    id: `${athlete.athleteNumber} ${style.slice(0, 1)}`,
    style,
    orderDate: '2026-11-20T09:00:00.000Z',
  }));
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

describe('the corpus', () => {
  const sum = (figures: readonly Figures[], pick: (each: Figures) => number): number =>
    figures.reduce((total, each) => total + pick(each), 0);

  test.each([
    ['for tuning', TUNED_STYLES, 30],
    ['held out', HELD_OUT_STYLES, 10],
  ] as const)('when names are of the styles %s, then no match is wrong and 97 %% of the clear names are certain', (_, styles, count) => {
    expect(styles).toHaveLength(count);
    const figures = styles.map((style) => measure(matchVideos, style));
    expect(sum(figures, ({ files }) => files)).toBeGreaterThanOrEqual(count * 56);
    expect(figures.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(sum(figures, ({ certain }) => certain) / sum(figures, ({ clear }) => clear)).toBeGreaterThanOrEqual(0.97);
  });
});
