import { describe, expect, test } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import { buildAthlete } from '../testing/build-athlete.ts';
import { revertChange, withChange, withSaved } from './admin-athlete-edits.ts';

const athlete = (changes: Partial<Athlete> = {}): Athlete => buildAthlete('1', { id: 'a1', category: 'ビキニ', ...changes });

describe('optimistic changes', () => {
  test('when a change is refused, its fields are restored and other fields stay (admin 4.18)', () => {
    const before = athlete();
    const shown = withChange({ rows: [before], athleteId: 'a1', change: { category: '男子' } });
    const meanwhile = withChange({ rows: shown, athleteId: 'a1', change: { videoStatus: '受注停止' } });
    const [row] = revertChange({ rows: meanwhile, athleteId: 'a1', change: { category: '男子' }, before });
    expect(row).toEqual({ ...before, videoStatus: '受注停止' });
  });

  test('when the field was edited again since, the newer value stays', () => {
    const before = athlete();
    const newer = withChange({ rows: [before], athleteId: 'a1', change: { category: '女子' } });
    expect(revertChange({ rows: newer, athleteId: 'a1', change: { category: '男子' }, before })[0]?.category).toBe('女子');
  });
});

describe('saved changes', () => {
  test('when the server normalises a value, the row shows that value and the new version', () => {
    const rows = withChange({ rows: [athlete()], athleteId: 'a1', change: { athleteNumber: '１２' } });
    const saved = athlete({ athleteNumber: '12', version: 2 });
    expect(withSaved({ rows, saved, change: { athleteNumber: '１２' } })).toEqual([saved]);
  });

  test('when another change of the row is still pending, it stays visible', () => {
    const first = withChange({ rows: [athlete()], athleteId: 'a1', change: { category: '男子' } });
    const rows = withChange({ rows: first, athleteId: 'a1', change: { category: '女子', videoStatus: '受注停止' } });
    const [row] = withSaved({ rows, saved: athlete({ category: '男子', version: 2 }), change: { category: '男子' } });
    expect(row).toEqual(athlete({ category: '女子', videoStatus: '受注停止', version: 2 }));
  });
});
