import { describe, expect, test } from '@jest/globals';
import { forgetAdminDrafts } from '../../../lib/admin-drafts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { createBulkDeliveryStore, type FinishedDelivery } from './bulk-delivery-store.ts';
import { createPastedListDraft } from './pasted-list-draft.ts';
import { createUnfinishedRun } from './unfinished-run.ts';

const result: FinishedDelivery = { delivered: ['11111111'], doubtful: [], failed: [], remaining: [], stopReason: null };
const bytes = { sentBytes: 0, totalBytes: 0, uploading: [] };
const half = { delivered: 1, done: 1, total: 2, percent: 50, ...bytes };
const input = {
  orders: ['11111111', '22222222'].map((orderNumber) => ({ orderNumber, lines: [] })),
  sources: [],
};
const expired = new ApiError({
  status: 401,
  statusText: '',
  body: JSON.stringify({ code: 'Unauthorized', message: '' }),
  retryAfter: null,
});

/** A store with an open dialog, whose bulk deliveries end when the test says so; `changes` are the calls of onRunningChange. */
const setUp = () => {
  const changes: boolean[] = [];
  const bulk = createBulkDeliveryStore({ onRunningChange: (isRunning) => void changes.push(isRunning) });
  bulk.openDialog();
  type Work = Omit<Parameters<Parameters<typeof bulk.start>[1]>[0], 'onProgress'>;
  const works: (Work & { end: () => void; fail: (error: unknown) => void; report: () => void })[] = [];
  const start = () =>
    bulk.start(
      input,
      ({ onProgress, ...running }) =>
        new Promise((resolve, fail) => {
          works.push({ end: () => resolve(result), fail, report: () => onProgress(half), ...running });
        }),
    );
  return { bulk, changes, works, start };
};

describe('a bulk delivery', () => {
  test('when its screen is unmounted meanwhile, then its progress and its outcome are still there', async () => {
    const { bulk, changes, works, start } = setUp();
    const unmount = bulk.mount();
    const ended = start();
    expect(bulk.read()).toEqual({
      progress: { delivered: 0, done: 0, total: 2, percent: 0, ...bytes },
      outcome: null,
      isSignedOut: false,
      isOpen: true,
    });
    expect(bulk.isVisible()).toBe(true);
    unmount();
    works[0]!.report();
    expect([bulk.read(), bulk.isVisible(), changes]).toEqual([
      { progress: half, outcome: null, isSignedOut: false, isOpen: true },
      false,
      [true],
    ]);
    works[0]!.end();
    await ended;
    expect([bulk.read(), changes]).toEqual([
      { progress: null, outcome: { ...result, removed: [], settling: null }, isSignedOut: false, isOpen: true },
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
    expect([bulk.read(), changes]).toEqual([{ progress: null, outcome: null, isSignedOut: false, isOpen: true }, [true, false]]);
    void start();
    expect(works).toHaveLength(2);
  });

  test('when its admin signs out, then it is aborted, and the next admin sees nothing of it and can start another', async () => {
    const { bulk, changes, works, start } = setUp();
    const ended = start();
    forgetAdminDrafts(memoryStore());
    const initial = { progress: null, outcome: null, isSignedOut: false, isOpen: false };
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

describe('a bulk delivery whose session ends', () => {
  /** A running bulk delivery with two requests at the same time, which end when the test says so. */
  const setUpRequests = () => {
    const { bulk, works, start } = setUp();
    const ended = start();
    const sent: { name: string; succeed: () => void; fail: (error: unknown) => void }[] = [];
    const request = (name: string, signal = new AbortController().signal) =>
      works[0]!.withSession(
        () => new Promise<string>((succeed, fail) => void sent.push({ name, succeed: () => succeed(name), fail })),
        signal,
      );
    return { bulk, ended, works, sent, request, names: () => sent.map(({ name }) => name) };
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  test('when its admin signs in again, then the failed requests are repeated once, also those whose failure arrives late', async () => {
    const { bulk, sent, request, names } = setUpRequests();
    const requests = [request('one'), request('two')];
    await settled();
    sent[0]!.fail(expired);
    await settled();
    expect(bulk.read().isSignedOut).toBe(true);
    const third = request('three');
    await settled();
    expect(names()).toEqual(['one', 'two']);
    bulk.resume();
    sent[1]!.fail(expired);
    await settled();
    expect([bulk.read().isSignedOut, names().slice(2).sort()]).toEqual([false, ['one', 'three', 'two']]);
    for (const { succeed } of sent.slice(2)) succeed();
    expect(await Promise.all([...requests, third])).toEqual(['one', 'two', 'three']);
  });

  test('when it is cancelled while it waits, then the waiting requests end, and the next one does not wait', async () => {
    const { bulk, ended, works, sent, request } = setUpRequests();
    const controller = new AbortController();
    const waiting = request('one', controller.signal);
    await settled();
    sent[0]!.fail(expired);
    await settled();
    controller.abort();
    await expect(waiting).rejects.toBe(controller.signal.reason);
    works[0]!.end();
    await ended;
    expect(bulk.read().isSignedOut).toBe(false);
  });

  test('when the server refuses a request for another reason, then it fails', async () => {
    const { bulk, sent, request } = setUpRequests();
    const refused = request('one');
    await settled();
    sent[0]!.fail(new Error('refused'));
    await expect(refused).rejects.toThrow('refused');
    expect(bulk.read().isSignedOut).toBe(false);
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

test('when the page is reloaded, then the orders of an unfinished bulk delivery and its decisions are still known, until they are delivered', () => {
  const tab = memoryStore();
  const run = createUnfinishedRun(() => tab);
  run.begin({ orders: ['11111111', '22222222'], choices: { file: '11111111-01', unwanted: null }, urls: {} });
  run.finishOrder('22222222');
  const reloaded = createUnfinishedRun(() => tab);
  expect(reloaded.store.getState()).toEqual({ orders: ['11111111'], choices: { file: '11111111-01', unwanted: null }, urls: {} });
  reloaded.finishOrder('11111111');
  expect(createUnfinishedRun(() => tab).store.getState()).toEqual({ orders: [], choices: {}, urls: {} });
});

test('when the page is reloaded, then the typed list is still there, until its admin signs out', () => {
  const tab = memoryStore();
  const draft = createPastedListDraft(() => tab);
  draft.write('012');
  expect(createPastedListDraft(() => tab).store.getState()).toBe('012');
  forgetAdminDrafts(tab);
  expect([draft.store.getState(), createPastedListDraft(() => tab).store.getState()]).toEqual(['', '']);
});

test('when the session ends before anything was started, then the dialog asks for the sign-in', () => {
  const { bulk } = setUp();
  bulk.pause();
  expect(bulk.read().isSignedOut).toBe(true);
  bulk.resume();
  expect(bulk.read().isSignedOut).toBe(false);
});
