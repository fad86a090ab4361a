import { expect, test } from '@jest/globals';
import {
  athleteNumberSchema,
  categoryNameSchema,
  createAthleteSchema,
  LEGACY_SALES_STATUSES,
  MAX_PRICE,
  PRICE_STEP,
  SALES_STATUSES,
} from '@stagereel/contracts';
import fc from 'fast-check';
import type { ZodType } from 'zod';
import { type AthleteRecord, athleteKeyOf } from '../athlete/athlete.ts';
import type { ContestRecord } from '../contest/contest.ts';
import { UNPUBLISHED } from '../contest/publication.ts';
import { rosterCsv } from './export-roster.ts';
import { planRoster } from './plan-roster.ts';
import { readRosterFile, readRosterRows } from './read-roster.ts';

const SPECIAL_CHARACTERS = [...'\'",=+-@＝－\\<;\t', ' ', '　', '0', '12', 'A', 'あ', '髙', 'ｱ', '円', '\uE000', '🏃'];

/** Text that the schema accepts, as it is stored. */
const stored = <Value>(schema: ZodType<Value>): fc.Arbitrary<Value> =>
  fc
    .oneof(fc.string({ unit: fc.constantFrom(...SPECIAL_CHARACTERS), maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 12 }))
    .filter((text) => !text.includes('\uFFFD') && schema.safeParse(text).success)
    .map((text) => schema.parse(text));

const price = fc.option(fc.nat(MAX_PRICE));
const status = fc.constantFrom(...SALES_STATUSES, ...LEGACY_SALES_STATUSES);
const athlete: fc.Arbitrary<AthleteRecord> = fc.record({
  id: fc.uuid(),
  contestId: fc.constant('contest'),
  athleteNumber: stored(athleteNumberSchema),
  name: stored(createAthleteSchema.shape.name).map((name) => name || null),
  category: stored(categoryNameSchema),
  videoStatus: status,
  photoStatus: status,
  verticalVideoPrice: price,
  horizontalVideoPrice: price,
  isDeleted: fc.constant(false),
  version: fc.integer({ min: 1, max: 99 }),
});
const roster = fc.uniqueArray(athlete, { selector: athleteKeyOf, minLength: 1, maxLength: 12 });

const contestOf = (athletes: readonly AthleteRecord[]): ContestRecord => ({
  id: 'contest',
  name: '大会',
  slug: '大会',
  date: '未定',
  location: '',
  coverImage: null,
  hasSamples: false,
  sampleVideo: null,
  photoPublished: false,
  ...UNPUBLISHED,
  createdAt: new Date(),
  categories: athletes.map(({ category: name }) => ({ id: name, name, color: '#e03131', createdAt: new Date() })),
  priceDescription: null,
  version: 1,
  priceDescriptionVersion: 0,
  revision: 1,
});

const planned = ({ file, athletes }: { file: string; athletes: readonly AthleteRecord[] }) => {
  const { rows } = readRosterRows(readRosterFile(Buffer.from(file)));
  return planRoster({ contest: contestOf(athletes), rows, athletes });
};

test('when any athletes are exported, then importing the file changes nothing', () => {
  fc.assert(
    fc.property(roster, (athletes) => {
      const outcomes = planned({ file: rosterCsv(athletes), athletes }).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(athletes.map((athlete) => ({ action: 'same', stored: athlete })));
    }),
  );
});

test('when one athlete is changed in an exported file, then the import updates only that athlete', () => {
  const newPrice = fc.option(fc.nat(MAX_PRICE / PRICE_STEP).map((steps) => steps * PRICE_STEP));
  fc.assert(
    fc.property(roster, athlete, newPrice, (athletes, { videoStatus, name }, verticalVideoPrice) => {
      const [first, ...others] = athletes;
      if (!first) return;
      const changed = {
        ...first,
        videoStatus,
        verticalVideoPrice: verticalVideoPrice ?? first.verticalVideoPrice,
        name: name ?? first.name,
      };
      const [row, ...rest] = planned({ file: rosterCsv([changed, ...others]), athletes });
      const isSame = JSON.stringify(changed) === JSON.stringify(first);
      expect(row?.outcome).toEqual(
        isSame
          ? { action: 'same', stored: first }
          : { action: 'update', stored: first, athlete: { ...changed, version: first.version + 1 } },
      );
      expect(rest.map(({ outcome }) => outcome.action)).toEqual(others.map(() => 'same'));
    }),
  );
});
