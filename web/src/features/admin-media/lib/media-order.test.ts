import { describe, expect, test } from '@jest/globals';
import { mediaSchema } from '@stagereel/contracts';
import { withPositions } from '../../../api/admin-media.ts';
import { movedTo, newestFirst, newPositions } from './media-order.ts';

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
  ])('when the item at %i moves to %i, the list is %s (admin 2.34)', (from, to, text) => {
    expect(movedTo(['a', 'b', 'c'], { from, to }).join(' ')).toBe(text);
  });
});

test('when a list gets a new order, only items with a new position are changed', () => {
  const list = [mediaOf({ id: 'c', displayOrder: 2 }), mediaOf({ id: 'b', displayOrder: 1 }), mediaOf({ id: 'a' })];
  expect(newPositions(list)).toEqual([
    { id: 'c', displayOrder: 0 },
    { id: 'a', displayOrder: 2 },
  ]);
  expect(withPositions([...list].reverse(), newPositions(list)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

test('when positions are equal, the older medium is first', () => {
  const list = [mediaOf({ id: 'new', day: 2 }), mediaOf({ id: 'old', day: 1 })];
  expect(withPositions(list, []).map(({ id }) => id)).toEqual(['old', 'new']);
});

test('when there are several covers, the newest is shown', () => {
  const covers = newestFirst([mediaOf({ id: 'a', day: 2 }), mediaOf({ id: 'b', day: 3 }), mediaOf({ id: 'c', day: 1 })]);
  expect(covers.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});
