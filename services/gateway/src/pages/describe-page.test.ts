import { expect, test } from '@jest/globals';
import { createContestSchema, patterns, slugOf } from '@stagereel/contracts';
import fc from 'fast-check';
import { buildContest } from '../../test/support/public-contests.ts';
import { describePage, orderFormUrl } from './describe-page.ts';
import { findScreen } from './find-screen.ts';

const ORIGIN = 'https://shop.example';

const statusOf = (name: string, slug: string): number => {
  const contest = buildContest({ name, slug });
  const path = decodeURIComponent(new URL(orderFormUrl(ORIGIN, contest)).pathname);
  return describePage({ origin: ORIGIN, screen: findScreen(path), contests: { contests: [contest], comingSoon: [] } }).status;
};

const names = fc
  .oneof(
    fc.stringMatching(new RegExp(patterns.visibleLine, 'u'), { maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'Menかは´¨゛ .-/%?#') }),
  )
  .filter((name) => createContestSchema.shape.name.safeParse(name).success);

test('when a contest has any visible name, then the link to it opens its page', () => {
  fc.assert(
    fc.property(names, (name) => statusOf(name, slugOf(name)) === 200),
    { seed: 34, numRuns: 2000 },
  );
});

test('when the stored slug of a contest is not in normal form, then the link to it opens its page', () => {
  expect(statusOf('Men´s Open', 'men\u0301sopen')).toBe(200);
});
