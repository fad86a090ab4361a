import { describe, expect, test } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import { pickedAmong, targetsOf, withPicks } from './athlete-selection.ts';

const athlete = (id: string, more: Partial<Athlete> = {}): Athlete => ({
  id,
  contestId: 'c1',
  athleteNumber: id,
  name: null,
  category: '男子',
  videoStatus: '確認中',
  photoStatus: '確認中',
  verticalVideoPrice: 5000,
  horizontalVideoPrice: 5000,
  isDeleted: false,
  version: 1,
  ...more,
});
const rows = [athlete('1'), athlete('2', { isDeleted: true }), athlete('3')];
const idsOf = (found: readonly Athlete[]) => found.map(({ id }) => id);

describe('selection', () => {
  test('when all visible athletes are selected or deselected, the others stay as they were', () => {
    const picked = withPicks({ ids: new Set(['1']), changed: ['2', '3'], isPicked: true });
    expect([...picked]).toEqual(['1', '2', '3']);
    expect([...withPicks({ ids: picked, changed: ['2', '3'], isPicked: false })]).toEqual(['1']);
  });

  test('when a selected athlete no longer exists, it does not count', () => {
    expect(idsOf(pickedAmong({ rows, ids: new Set(['3', 'gone', '1']) }))).toEqual(['1', '3']);
  });
});

describe('targets of an action', () => {
  test.each([
    ['price', ['1', '3']],
    ['delete', ['1', '3']],
    ['restore', ['2']],
    ['purge', ['2']],
  ] as const)('when the action is %s, its targets are %j', (kind, ids) => {
    expect(idsOf(targetsOf({ kind, picked: rows }))).toEqual(ids);
  });
});
