import { describe, expect, test } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import { pickedAmong, withPicks } from './athlete-selection.ts';
import { type BulkAct, missedBy, targetsOf, withAct, withoutAct } from './bulk-act.ts';
import { readBulkPrices, readBulkStatuses } from './bulk-input.ts';

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
const toWomen: BulkAct = { kind: 'category', change: { category: '女子' } };

describe('picks', () => {
  test('when all that are shown are picked or left, the others stay as they were', () => {
    const picked = withPicks({ ids: new Set(['1']), changed: ['2', '3'], isPicked: true });
    expect([...picked]).toEqual(['1', '2', '3']);
    expect([...withPicks({ ids: picked, changed: ['2', '3'], isPicked: false })]).toEqual(['1']);
  });

  test('when an athlete that was picked is gone, it counts no more', () => {
    expect(idsOf(pickedAmong({ rows, ids: new Set(['3', 'gone', '1']) }))).toEqual(['1', '3']);
  });
});

describe('whom an act is for', () => {
  test.each([
    ['price', ['1', '3']],
    ['delete', ['1', '3']],
    ['restore', ['2']],
    ['purge', ['2']],
  ] as const)('when it is %s, it is for %j', (kind, ids) => {
    expect(idsOf(targetsOf({ kind, picked: rows }))).toEqual(ids);
  });
});

describe('what an act shows before it is answered', () => {
  test('when many are changed, only they show it', () => {
    expect(withAct({ rows, act: toWomen, ids: ['1', '3'] }).map(({ category }) => category)).toEqual(['女子', '男子', '女子']);
  });

  test('when some are erased and that fails, they stand where they stood, and news from elsewhere stays', () => {
    const shown = withAct({ rows, act: { kind: 'purge' }, ids: ['1', '2'] });
    expect(idsOf(shown)).toEqual(['3']);
    const meanwhile = [...shown, athlete('4')];
    expect(idsOf(withoutAct({ rows: meanwhile, before: rows, ids: ['2'] }))).toEqual(['2', '3', '4']);
  });

  test('when the second half of a change fails, the first stays changed', () => {
    const shown = withAct({ rows, act: toWomen, ids: ['1', '3'] });
    const reverted = withoutAct({ rows: shown, before: rows, ids: ['3'] });
    expect(reverted.map(({ category }) => category)).toEqual(['女子', '男子', '男子']);
  });
});

describe('whom an act has missed', () => {
  test('when the list says so, those that are not as wished; one that is gone is not', () => {
    const stored = [athlete('1', { category: '女子' }), athlete('3')];
    expect(missedBy({ rows: stored, act: toWomen, ids: ['1', '2', '3'] })).toEqual(['3']);
  });

  test('when athletes were to be erased, those that still stand there', () => {
    expect(missedBy({ rows, act: { kind: 'purge' }, ids: ['2', 'gone'] })).toEqual(['2']);
  });
});

describe('what is typed for many', () => {
  test('when a price is full-width and the other empty, the other is not touched', () => {
    expect(readBulkPrices({ verticalVideoPrice: '４，５００', horizontalVideoPrice: ' ' })).toEqual({
      change: { verticalVideoPrice: 4500 },
    });
    expect(readBulkPrices({ verticalVideoPrice: '0', horizontalVideoPrice: '' })).toEqual({ change: { verticalVideoPrice: 0 } });
  });

  test('when a price is no multiple of 100 or below zero, its own field says so', () => {
    expect(readBulkPrices({ verticalVideoPrice: '4550', horizontalVideoPrice: '3000' })).toEqual({
      errors: { verticalVideoPrice: expect.stringContaining('100円単位') },
    });
    expect(readBulkPrices({ verticalVideoPrice: '', horizontalVideoPrice: '-100' })).toEqual({
      errors: { horizontalVideoPrice: expect.stringContaining('100円単位') },
    });
  });

  test('when one state is chosen, the other is not touched', () => {
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '受注停止' })).toEqual({ photoStatus: '受注停止' });
    expect(readBulkStatuses({ videoStatus: '', photoStatus: '' })).toEqual({});
  });
});
