import { describe, expect, test } from '@jest/globals';
import { matchVideos } from '../match-videos.ts';
import { HELD_OUT_STYLES } from './held-out-styles.ts';
import { type Figures, measure } from './measure.ts';
import { TUNED_STYLES } from './styles.ts';

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
