import { describe, expect, test } from '@jest/globals';
import { forgetAdminDrafts } from '../../../lib/admin-drafts.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { createBulkDeliveryStore, type FinishedDelivery } from './bulk-delivery-store.ts';

const result: FinishedDelivery = { delivered: ['11111111'], doubtful: [], failed: [], remaining: [], stopReason: null };
const half = { delivered: 1, done: 1, total: 2, percent: 50 };

/** A store with an open dialog, whose bulk deliveries end when the test says so; `changes` are the calls of onRunningChange. */
const setUp = () => {
  const changes: boolean[] = [];
  const bulk = createBulkDeliveryStore({ onRunningChange: (isRunning) => void changes.push(isRunning) });
  bulk.openDialog();
  const works: { end: () => void; fail: (error: unknown) => void; report: () => void; signal: AbortSignal; isCurrent: () => boolean }[] =
    [];
  const start = () =>
    bulk.start(
      2,
      ({ signal, onProgress, isCurrent }) =>
        new Promise((resolve, fail) => {
          works.push({ end: () => resolve(result), fail, report: () => onProgress(half), signal, isCurrent });
        }),
    );
  return { bulk, changes, works, start };
};

describe('a bulk delivery', () => {
  test('when its screen is unmounted meanwhile, then its progress and its outcome are still there', async () => {
    const { bulk, changes, works, start } = setUp();
    const unmount = bulk.mount();
    const ended = start();
    expect(bulk.read()).toEqual({ progress: { delivered: 0, done: 0, total: 2, percent: 0 }, outcome: null, isOpen: true });
    expect(bulk.isVisible()).toBe(true);
    unmount();
    works[0]!.report();
    expect([bulk.read(), bulk.isVisible(), changes]).toEqual([{ progress: half, outcome: null, isOpen: true }, false, [true]]);
    works[0]!.end();
    await ended;
    expect([bulk.read(), changes]).toEqual([
      { progress: null, outcome: { ...result, removed: [], settling: null }, isOpen: true },
      [true, false],
    ]);
  });

  test('when another one is started meanwhile, then that one does not run', async () => {
    const { bulk, works, start } = setUp();
    const ended = start();
    await start();
    expect(works).toHaveLength(1);
    works[0]!.end();
    await ended;
    void start();
    expect([works.length, bulk.read().outcome]).toEqual([2, null]);
  });

  test('when it throws, then it is over, and another one can be started', async () => {
    const { bulk, changes, works, start } = setUp();
    const ended = start();
    works[0]!.fail(new Error('broken'));
    await expect(ended).rejects.toThrow('broken');
    expect([bulk.read(), changes]).toEqual([{ progress: null, outcome: null, isOpen: true }, [true, false]]);
    void start();
    expect(works).toHaveLength(2);
  });

  test('when its admin signs out, then it is aborted, and the next admin sees nothing of it and can start another', async () => {
    const { bulk, changes, works, start } = setUp();
    const ended = start();
    forgetAdminDrafts(memoryStore());
    const initial = { progress: null, outcome: null, isOpen: false };
    expect([works[0]!.signal.aborted, works[0]!.isCurrent(), bulk.read(), changes]).toEqual([true, false, initial, [true, false]]);
    works[0]!.report();
    expect(bulk.read()).toEqual(initial);
    const next = start();
    works[0]!.end();
    await ended;
    expect([bulk.read().outcome, works[1]!.isCurrent(), changes]).toEqual([null, true, [true, false, true]]);
    works[1]!.end();
    await next;
    expect(bulk.read().outcome?.delivered).toEqual(['11111111']);
  });

  test('when it is cancelled, then its signal is aborted', async () => {
    const { bulk, works, start } = setUp();
    const ended = start();
    bulk.cancel();
    expect(works[0]!.signal.aborted).toBe(true);
    works[0]!.end();
    await ended;
    expect(bulk.read().progress).toBeNull();
  });
});

describe('a doubtful order that is settled afterwards', () => {
  /** A bulk delivery that has ended, and settlements that end when the test says so. */
  const setUpEnded = async () => {
    const { bulk, works, start } = setUp();
    const runToEnd = async (index: number) => {
      const ended = start();
      works[index]!.end();
      await ended;
    };
    await runToEnd(0);
    const settlements: { deliver: () => void; fail: (error: unknown) => void }[] = [];
    const settle = (orderNumber: string) =>
      bulk.settle(
        orderNumber,
        () =>
          new Promise((resolve, fail) => {
            const deliver = () => resolve((known) => ({ ...known, delivered: [...known.delivered, orderNumber] }));
            settlements.push({ deliver, fail });
          }),
      );
    return { bulk, runToEnd, settlements, settle };
  };

  test('when another screen settles one meanwhile, then only the first is delivered and counted once', async () => {
    const { bulk, settlements, settle } = await setUpEnded();
    const ended = settle('22222222');
    expect(bulk.read().outcome?.settling).toBe('22222222');
    await Promise.all([settle('22222222'), settle('33333333')]);
    settlements[0]!.deliver();
    await ended;
    expect(settlements).toHaveLength(1);
    expect(bulk.read().outcome).toMatchObject({ delivered: ['11111111', '22222222'], settling: null });
  });

  test('when that throws, then another one can be settled', async () => {
    const { bulk, settlements, settle } = await setUpEnded();
    const ended = settle('22222222');
    settlements[0]!.fail(new Error('broken'));
    await expect(ended).rejects.toThrow('broken');
    expect(bulk.read().outcome).toEqual({ ...result, removed: [], settling: null });
    void settle('33333333');
    expect(settlements).toHaveLength(2);
  });

  test('when another bulk delivery has ended meanwhile, then its outcome is not changed', async () => {
    const { bulk, runToEnd, settlements, settle } = await setUpEnded();
    const ended = settle('22222222');
    await runToEnd(1);
    settlements[0]!.deliver();
    await ended;
    expect(bulk.read().outcome?.delivered).toEqual(['11111111']);
  });
});

test('when the screen is unmounted before anything was started, then the dialog closes', () => {
  const { bulk } = setUp();
  bulk.mount()();
  expect(bulk.read().isOpen).toBe(false);
});
