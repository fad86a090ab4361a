import { describe, expect, test } from '@jest/globals';
import { mediaSchema } from '@stagereel/contracts';
import { movedTo, newestOf, placesOf, withPlaces } from './media-order.ts';

const mediaOf = ({ id, displayOrder = 0, day = 1 }: { id: string; displayOrder?: number; day?: number }) =>
  mediaSchema.parse({
    id,
    contestId: 'c1',
    category: 'sample',
    type: 'image',
    url: `/media/${id}.jpg`,
    originalName: `${id}.jpg`,
    uploadedAt: `2026-11-0${day}T00:00:00.000Z`,
    displayOrder,
    thumbnailUrl: null,
  });

describe('movedTo', () => {
  test.each([
    [0, 2, 'b c a'],
    [2, 0, 'c a b'],
    [1, 1, 'a b c'],
    [0, -1, 'a b c'],
    [2, 3, 'a b c'],
    [7, 0, 'a b c'],
  ])('when the one at %i is put to %i, the list reads %s', (from, to, text) => {
    expect(movedTo(['a', 'b', 'c'], { from, to }).join(' ')).toBe(text);
  });
});

test('when a list stands in its order, only those with another place get one', () => {
  const list = [mediaOf({ id: 'c', displayOrder: 2 }), mediaOf({ id: 'b', displayOrder: 1 }), mediaOf({ id: 'a' })];
  expect(placesOf(list)).toEqual([
    { id: 'c', displayOrder: 0 },
    { id: 'a', displayOrder: 2 },
  ]);
  expect(withPlaces([...list].reverse(), placesOf(list)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

test('when places are equal, the older one stands first', () => {
  const list = [mediaOf({ id: 'new', day: 2 }), mediaOf({ id: 'old', day: 1 })];
  expect(withPlaces(list, []).map(({ id }) => id)).toEqual(['old', 'new']);
});

test('when there are several covers, the one that came last is shown', () => {
  expect(newestOf([mediaOf({ id: 'a', day: 2 }), mediaOf({ id: 'b', day: 3 }), mediaOf({ id: 'c', day: 1 })])?.id).toBe('b');
  expect(newestOf([])).toBeUndefined();
});
