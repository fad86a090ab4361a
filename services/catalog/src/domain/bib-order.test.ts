import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inBibOrder } from './bib-order.ts';

const athlete = (athleteNumber: string, category = '男子', id = athleteNumber) => ({ id, athleteNumber, category });
const order = (...bibs: string[]) => inBibOrder(bibs.map((bib) => athlete(bib))).map(({ athleteNumber }) => athleteNumber);

describe('inBibOrder', () => {
  test('when bibs have one to four digits, they are in the order of their numbers', () => {
    expect(order('100', '9', '10', '1', '99', '1000')).toEqual(['1', '9', '10', '99', '100', '1000']);
  });

  test('when bibs have letters or leading zeros, all of one number stand together and words come last', () => {
    expect(order('B1', '13', '12A', 'A', '12', '012')).toEqual(['012', '12', '12A', '13', 'A', 'B1']);
  });

  test('when the same bib is in two categories, the category decides', () => {
    const sorted = inBibOrder([athlete('1', '女子'), athlete('1', 'マスターズ')]);
    expect(sorted.map(({ category }) => category)).toEqual(['マスターズ', '女子']);
  });

  test('however the athletes come, the order is the same', () => {
    const bib = fc.string({ unit: fc.constantFrom('0', '1', '2', '9', 'A', 'b', 'ア'), minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(bib, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (bibs, weights) => {
        const shuffled = bibs.map((value) => ({ value, weight: weights.next().value })).sort((a, b) => a.weight - b.weight);
        expect(order(...shuffled.map(({ value }) => value))).toEqual(order(...bibs));
      }),
    );
  });
});
