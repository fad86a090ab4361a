import { describe, expect, test } from '@jest/globals';
import { forgetAdminDrafts } from '../../../lib/admin-drafts.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { type BulkEnd, createBulkRun } from './bulk-run.ts';

const result: BulkEnd = { delivered: ['11111111'], doubtful: [], failed: [], left: [], stop: null };
const half = { delivered: 1, done: 1, total: 2, percent: 50 };

/** A run that the test ends, and how often the page was guarded and let go. */
const begin = () => {
  const guarded: boolean[] = [];
  const run = createBulkRun({ onWorking: (isWorking) => void guarded.push(isWorking) });
  run.open();
  const works: { end: () => void; fail: (error: unknown) => void; step: () => void; signal: AbortSignal; isOwn: () => boolean }[] = [];
  const start = () =>
    run.start(
      2,
      ({ signal, onStep, isOwn }) =>
        new Promise((resolve, fail) => {
          works.push({ end: () => resolve(result), fail, step: () => onStep(half), signal, isOwn });
        }),
    );
  return { run, guarded, works, start };
};

describe('a bulk delivery', () => {
  test('when its screen is left meanwhile, then whoever comes back sees how far it is, and what came of it', async () => {
    const { run, guarded, works, start } = begin();
    const leave = run.subscribe(() => undefined);
    const over = start();
    expect(run.read()).toEqual({ step: { delivered: 0, done: 0, total: 2, percent: 0 }, outcome: null, isOpen: true });
    leave();
    run.leave();
    works[0]!.step();
    expect([run.read(), run.isSeen(), guarded]).toEqual([{ step: half, outcome: null, isOpen: true }, false, [true]]);
    works[0]!.end();
    await over;
    expect([run.read(), guarded]).toEqual([
      { step: null, outcome: { ...result, takenOut: [], settling: null }, isOpen: true },
      [true, false],
    ]);
  });

  test('when another one is begun beside it, then that is not', async () => {
    const { run, works, start } = begin();
    const over = start();
    await start();
    expect(works).toHaveLength(1);
    works[0]!.end();
    await over;
    void start();
    expect([works.length, run.read().outcome]).toEqual([2, null]);
  });

  test('when it breaks, then the page is let go, and another one can be begun', async () => {
    const { run, guarded, works, start } = begin();
    const over = start();
    works[0]!.fail(new Error('broken'));
    await expect(over).rejects.toThrow('broken');
    expect([run.read(), guarded]).toEqual([{ step: null, outcome: null, isOpen: true }, [true, false]]);
    void start();
    expect(works).toHaveLength(2);
  });

  test('when its admin signs out, then it is halted, and the next one hears nothing of it and can begin another', async () => {
    const { run, guarded, works, start } = begin();
    const over = start();
    forgetAdminDrafts(memoryStore());
    const nothing = { step: null, outcome: null, isOpen: false };
    expect([works[0]!.signal.aborted, works[0]!.isOwn(), run.read(), guarded]).toEqual([true, false, nothing, [true, false]]);
    works[0]!.step();
    expect(run.read()).toEqual(nothing);
    const next = start();
    works[0]!.end();
    await over;
    expect([run.read().outcome, works[1]!.isOwn(), guarded]).toEqual([null, true, [true, false, true]]);
    works[1]!.end();
    await next;
    expect(run.read().outcome?.delivered).toEqual(['11111111']);
  });

  test('when it is halted, then its work hears of it', async () => {
    const { run, works, start } = begin();
    const over = start();
    run.halt();
    expect(works[0]!.signal.aborted).toBe(true);
    works[0]!.end();
    await over;
    expect(run.read().step).toBeNull();
  });
});

describe('an order that is settled afterwards', () => {
  /** A run that has ended, and orders whose delivery the test ends. */
  const settle = async () => {
    const { run, works, start } = begin();
    const runToEnd = async (index: number) => {
      const over = start();
      works[index]!.end();
      await over;
    };
    await runToEnd(0);
    const asked: { orderNumber: string; take: () => void; fail: (error: unknown) => void }[] = [];
    const ask = (orderNumber: string) =>
      run.settle(
        orderNumber,
        () =>
          new Promise((resolve, fail) => {
            const take = () => resolve((known) => ({ ...known, delivered: [...known.delivered, orderNumber] }));
            asked.push({ orderNumber, take, fail });
          }),
      );
    return { run, runToEnd, asked, ask };
  };

  test('when it is asked for again on another screen meanwhile, then it is delivered and counted once', async () => {
    const { run, asked, ask } = await settle();
    const over = ask('22222222');
    expect(run.read().outcome?.settling).toBe('22222222');
    await Promise.all([ask('22222222'), ask('33333333')]);
    asked[0]!.take();
    await over;
    expect(asked).toHaveLength(1);
    expect(run.read().outcome).toMatchObject({ delivered: ['11111111', '22222222'], settling: null });
  });

  test('when that breaks, then another one can be settled', async () => {
    const { run, asked, ask } = await settle();
    const over = ask('22222222');
    asked[0]!.fail(new Error('broken'));
    await expect(over).rejects.toThrow('broken');
    expect(run.read().outcome).toEqual({ ...result, takenOut: [], settling: null });
    void ask('33333333');
    expect(asked).toHaveLength(2);
  });

  test('when another run has ended meanwhile, then what came of that stays as it is', async () => {
    const { run, runToEnd, asked, ask } = await settle();
    const over = ask('22222222');
    await runToEnd(1);
    asked[0]!.take();
    await over;
    expect(run.read().outcome?.delivered).toEqual(['11111111']);
  });
});

test('when the screen is left before anything was begun, then it is closed when its admin comes back', () => {
  const { run } = begin();
  run.leave();
  expect(run.read().isOpen).toBe(false);
});
