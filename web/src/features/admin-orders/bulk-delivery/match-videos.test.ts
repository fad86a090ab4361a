import { expect, test } from '@jest/globals';
import { HELD_OUT_STYLES } from './corpus/held-out-styles.ts';
import { measure } from './corpus/measure.ts';
import { TUNED_STYLES } from './corpus/styles.ts';
import { matchVideos } from './match-videos.ts';

test('the corpus has 40 styles, and no match is wrong', () => {
  const styles = [...TUNED_STYLES, ...HELD_OUT_STYLES];
  expect(styles).toHaveLength(40);
  const figures = styles.map((style) => measure(matchVideos, style));
  expect(figures.reduce((sum, { files }) => sum + files, 0)).toBeGreaterThan(2000);
  expect(figures.flatMap(({ wrong }) => wrong)).toEqual([]);
});
