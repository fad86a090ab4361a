import { describe, expect, test } from '@jest/globals';
import type { Athlete } from '@stagereel/contracts';
import { type BulkAction, CHUNK_SIZE, missedBy, sendInChunks, withAction, withoutAction } from './admin-athlete-bulk.ts';

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
const toWomen: BulkAction = { kind: 'category', change: { category: '女子' } };

describe('optimistic bulk actions', () => {
  test('when some athletes are changed, only they show the change', () => {
    expect(withAction({ rows, action: toWomen, ids: ['1', '3'] }).map(({ category }) => category)).toEqual(['女子', '男子', '女子']);
  });

  test('when erasing fails, the athletes return to their positions and athletes added meanwhile stay (admin 8.17)', () => {
    const shown = withAction({ rows, action: { kind: 'purge' }, ids: ['1', '2'] });
    expect(idsOf(shown)).toEqual(['3']);
    const meanwhile = [...shown, athlete('4')];
    expect(idsOf(withoutAction({ rows: meanwhile, before: rows, ids: ['2'] }))).toEqual(['2', '3', '4']);
  });

  test('when the second half of a change fails, the first half stays changed', () => {
    const shown = withAction({ rows, action: toWomen, ids: ['1', '3'] });
    const reverted = withoutAction({ rows: shown, before: rows, ids: ['3'] });
    expect(reverted.map(({ category }) => category)).toEqual(['女子', '男子', '男子']);
  });
});

describe('athletes that an action missed', () => {
  test('when the fetched list lacks the change, the athlete is missed; one that no longer exists is not', () => {
    const stored = [athlete('1', { category: '女子' }), athlete('3')];
    expect(missedBy({ rows: stored, action: toWomen, ids: ['1', '2', '3'] })).toEqual(['3']);
  });

  test('when athletes still exist after a purge, they are missed', () => {
    expect(missedBy({ rows, action: { kind: 'purge' }, ids: ['2', 'gone'] })).toEqual(['2']);
  });
});

const manyIds = Array.from({ length: 2 * CHUNK_SIZE + 1 }, (_, index) => String(index));
const createSend = (fail?: number) => {
  const sizes: number[] = [];
  const send = async (chunk: readonly string[]) => {
    sizes.push(chunk.length);
    if (sizes.length === fail) throw new Error('connection lost');
    return { successCount: chunk.length };
  };
  return { sizes, send };
};
const never = () => false;

describe('sendInChunks', () => {
  test('when there are more than one chunk, they are sent in chunks and progress is reported after each', async () => {
    const { sizes, send } = createSend();
    const progress: number[] = [];
    const sent = await sendInChunks({ ids: manyIds, send, onProgress: (done) => progress.push(done), isStopped: never });
    expect(sizes).toEqual([CHUNK_SIZE, CHUNK_SIZE, 1]);
    expect(progress).toEqual([CHUNK_SIZE, 2 * CHUNK_SIZE, manyIds.length]);
    expect(sent).toEqual({ successCount: manyIds.length, unconfirmed: [], error: null });
  });

  test('when a chunk fails, the rest is not sent and both are unconfirmed', async () => {
    const { sizes, send } = createSend(2);
    const sent = await sendInChunks({ ids: manyIds, send, onProgress: () => undefined, isStopped: never });
    expect(sizes).toHaveLength(2);
    expect(sent).toEqual({
      successCount: CHUNK_SIZE,
      unconfirmed: manyIds.slice(CHUNK_SIZE),
      error: expect.objectContaining({ message: 'connection lost' }),
    });
  });

  test('when it is stopped, the pending chunk is awaited and no other is sent', async () => {
    const { sizes, send } = createSend();
    const sent = await sendInChunks({ ids: manyIds, send, onProgress: () => undefined, isStopped: () => sizes.length === 1 });
    expect(sizes).toEqual([CHUNK_SIZE]);
    expect(sent).toEqual({ successCount: CHUNK_SIZE, unconfirmed: manyIds.slice(CHUNK_SIZE), error: null });
  });
});
