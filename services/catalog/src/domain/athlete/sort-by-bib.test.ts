import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sortByBib } from './sort-by-bib.ts';

const athlete = (athleteNumber: string, category = '男子', id = athleteNumber) => ({ id, athleteNumber, category });
const order = (...bibs: string[]) => sortByBib(bibs.map((bib) => athlete(bib))).map(({ athleteNumber }) => athleteNumber);

describe('sortByBib', () => {
  test('when bibs have one to four digits, then they are sorted by number', () => {
    expect(order('100', '9', '10', '1', '99', '1000')).toEqual(['1', '9', '10', '99', '100', '1000']);
  });

  test('when bibs have letters or leading zeros, then bibs with the same number are together and words come last', () => {
    expect(order('B1', '13', '12A', 'A', '12', '012')).toEqual(['012', '12', '12A', '13', 'A', 'B1']);
  });

  test('when the same bib exists in two categories, then they are sorted by category', () => {
    const sorted = sortByBib([athlete('1', '女子'), athlete('1', 'マスターズ')]);
    expect(sorted.map(({ category }) => category)).toEqual(['マスターズ', '女子']);
  });

  test('when the athletes are shuffled, then the order stays the same', () => {
    const bib = fc.string({ unit: fc.constantFrom('0', '1', '2', '9', 'A', 'b', 'ア'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(bib, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (bibs, weights) => {
        const shuffled = bibs.map((value) => ({ value, weight: weights.next().value })).sort((a, b) => a.weight - b.weight);
        expect(order(...shuffled.map(({ value }) => value))).toEqual(order(...bibs));
      }),
    );
  });
});
