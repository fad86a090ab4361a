import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { createDeskVideos } from './arrived-videos.ts';
import type { PlannedOrder } from './bulk-plan.ts';
import { bulkFailureText } from './bulk-words.ts';
import { type BulkStep, runBulkDelivery } from './run-bulk-delivery.ts';

/** An order of so many lines, whose files are of different sizes: none could be another's. */
const orderOf = (orderNumber: string, files: readonly number[]): PlannedOrder => ({
  orderNumber,
  lines: files.map((file) => ({
    line: buildAdminLine({ orderNumber: `${orderNumber}-${file}`, athleteNumber: `${file}` }),
    file,
    url: '',
    sha256: null,
  })),
});

const refusalOf = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: code }), retryAfter: null });

/** A run whose films arrive and whose orders are taken when the test says so. */
const begin = (orders: readonly PlannedOrder[]) => {
  const onTheirWay = new Map<number, { arrive: () => void; fail: (error: unknown) => void; tell: (bytes: number) => void }>();
  const asked: { orderNumber: string; take: () => void; refuse: (error: unknown) => void }[] = [];
  const begun: number[] = [];
  const arrived: string[] = [];
  const steps: BulkStep[] = [];
  const halting = new AbortController();
  const tab = memoryStore();
  const desk = createDeskVideos(() => tab);
  const result = runBulkDelivery(
    {
      sizeOf: ({ file }) => 100 + (file ?? 0),
      hash: async ({ file }) => String(file),
      send: ({ file }, { signal, onSent }) =>
        new Promise((resolve, reject) => {
          const key = file ?? -1;
          const over = (settle: () => void) => () => {
            onTheirWay.delete(key);
            settle();
          };
          begun.push(key);
          signal.addEventListener(
            'abort',
            over(() => reject(signal.reason)),
          );
          onTheirWay.set(key, {
            arrive: over(() => resolve({ id: `m${key}`, sha256: String(key) } as UploadedMedia)),
            fail: (error) => over(() => reject(error))(),
            tell: onSent,
          });
        }),
      deliver: ({ orderNumber }) =>
        new Promise<void>((take, refuse) => {
          asked.push({ orderNumber, take, refuse });
        }),
      isOnDesk: ({ id }, url) => desk.holds(id, url),
      onArrived: (lineId, video) => {
        arrived.push(video.url);
        desk.putArrived(lineId, video);
      },
      onStep: (step) => void steps.push(step),
    },
    { orders, signal: halting.signal },
  );
  /** Until nothing moves but by the test's word. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    result,
    settled,
    desk,
    halt: () => halting.abort(),
    film: (file: number) => onTheirWay.get(file)!,
    begun,
    arrived,
    steps,
    onTheirWay: () => [...onTheirWay.keys()],
    asked: () => asked.map(({ orderNumber }) => orderNumber),
    delivery: (orderNumber: string) => asked.find((each) => each.orderNumber === orderNumber)!,
  };
};

describe('films side by side', () => {
  test('when many wait, then three are on their way at a time, in the order of their orders', async () => {
    const run = begin([orderOf('11111111', [1, 2]), orderOf('22222222', [3, 4]), orderOf('33333333', [5])]);
    await run.settled();
    expect(run.onTheirWay()).toEqual([1, 2, 3]);
    run.film(2).arrive();
    await run.settled();
    expect(run.onTheirWay()).toEqual([1, 3, 4]);
    run.halt();
    await run.result;
  });

  test('when films of later orders arrive first, then orders still go out one by one, each once all of its films are there', async () => {
    const run = begin([orderOf('11111111', [1, 2]), orderOf('22222222', [3])]);
    await run.settled();
    for (const file of [3, 2]) run.film(file).arrive();
    await run.settled();
    expect(run.asked()).toEqual([]);
    run.film(1).arrive();
    await run.settled();
    expect(run.asked()).toEqual(['11111111']);
    run.delivery('11111111').take();
    await run.settled();
    expect(run.asked()).toEqual(['11111111', '22222222']);
    run.delivery('22222222').take();
    expect(await run.result).toMatchObject({ delivered: ['11111111', '22222222'], left: [], stop: null });
  });

  test('when one film of an order fails, then the order stays, its later films are not begun, and the other orders go on', async () => {
    const run = begin([orderOf('11111111', [1, 2, 3, 4]), orderOf('22222222', [5])]);
    await run.settled();
    const unreadable = new Error('unreadable');
    run.film(2).fail(unreadable);
    await run.settled();
    for (const file of [1, 3, 5]) run.film(file).arrive();
    await run.settled();
    run.delivery('22222222').take();
    expect(await run.result).toMatchObject({ delivered: ['22222222'], failed: [{ orderNumber: '11111111', error: unreadable }] });
    // What arrived of the order that stays need not be sent again.
    expect([run.begun, run.arrived]).toEqual([
      [1, 2, 3, 5],
      ['video:m1', 'video:m3', 'video:m5'],
    ]);
  });

  test('when several are on their way, then the percentage is that of all of them', async () => {
    const run = begin([orderOf('11111111', [0]), orderOf('22222222', [100])]);
    await run.settled();
    run.film(0).tell(60);
    run.film(100).tell(90);
    expect(run.steps.map(({ percent }) => percent)).toEqual([20, 50]);
    run.halt();
    await run.result;
  });
});

describe('a video that the admin changes during the run', () => {
  const CHANGED = '一括納品中に動画が変更されたため、納品していません。注文の動画を確認してから納品してください。';
  const failures = async ({ result }: ReturnType<typeof begin>) =>
    (await result).failed.map(({ orderNumber, error }) => [orderNumber, bulkFailureText(error)]);

  test.each([
    ['replaced', 'video:right'],
    ['taken away', ''],
  ])('when one that has arrived is %s before the last of its order is there, then the order stays as the admin left it', async (_, url) => {
    const run = begin([orderOf('11111111', [1, 2]), orderOf('22222222', [3])]);
    await run.settled();
    run.film(1).arrive();
    await run.settled();
    run.desk.lay({ '11111111-1': url });
    for (const file of [2, 3]) run.film(file).arrive();
    await run.settled();
    run.delivery('22222222').take();
    expect(await failures(run)).toEqual([['11111111', CHANGED]]);
    expect([run.asked(), run.desk.urls.read()]).toEqual([
      ['22222222'],
      { '11111111-1': url, '11111111-2': 'video:m2', '22222222-3': 'video:m3' },
    ]);
  });

  test('when one is uploaded by hand while the film is on its way, then it stays, and the order is not delivered', async () => {
    const run = begin([orderOf('11111111', [1])]);
    await run.settled();
    run.desk.putArrived('11111111-1', { url: 'video:hand', fileName: 'hand.mp4', sha256: null });
    run.film(1).arrive();
    expect(await failures(run)).toEqual([['11111111', CHANGED]]);
    expect([run.asked(), run.desk.urls.read()]).toEqual([[], { '11111111-1': 'video:hand' }]);
  });

  test('when one is uploaded by hand before the film is begun, then the film is not sent', async () => {
    const run = begin([orderOf('11111111', [1, 2, 3]), orderOf('22222222', [4])]);
    await run.settled();
    run.desk.putArrived('22222222-4', { url: 'video:hand', fileName: 'hand.mp4', sha256: null });
    for (const file of [1, 2, 3]) run.film(file).arrive();
    await run.settled();
    run.delivery('11111111').take();
    expect(await failures(run)).toEqual([['22222222', CHANGED]]);
    expect([run.begun, run.desk.urls.read()['22222222-4']]).toEqual([[1, 2, 3], 'video:hand']);
  });
});

describe('a run that ends early', () => {
  test('when it is halted, then the order under way is delivered, no film is on its way any more, and the others are left', async () => {
    const run = begin([orderOf('11111111', [1]), orderOf('22222222', [2, 3]), orderOf('33333333', [4])]);
    await run.settled();
    for (const file of [1, 2]) run.film(file).arrive();
    await run.settled();
    run.halt();
    expect(run.onTheirWay()).toEqual([]);
    run.delivery('11111111').take();
    expect(await run.result).toEqual({ delivered: ['11111111'], doubtful: [], failed: [], left: ['22222222', '33333333'], stop: 'halted' });
    expect([run.asked(), run.arrived]).toEqual([['11111111'], ['video:m1', 'video:m2']]);
  });

  test.each([
    ['session-ended', refusalOf(401, 'Unauthorized')],
    ['storage-full', refusalOf(507, 'StorageFull')],
  ])('when the server says %s to a film, then no other is begun and no order is asked for', async (stop, refusal) => {
    const run = begin([orderOf('11111111', [1]), orderOf('22222222', [2]), orderOf('33333333', [3]), orderOf('44444444', [4])]);
    await run.settled();
    run.film(2).fail(refusal);
    expect(await run.result).toEqual({
      delivered: [],
      doubtful: [],
      failed: [],
      left: ['11111111', '22222222', '33333333', '44444444'],
      stop,
    });
    expect([run.begun, run.asked()]).toEqual([[1, 2, 3], []]);
  });

  test('when the session has ended before a delivery, then that order is left with those after it', async () => {
    const run = begin([orderOf('11111111', [1]), orderOf('22222222', [2])]);
    await run.settled();
    for (const file of [1, 2]) run.film(file).arrive();
    await run.settled();
    run.delivery('11111111').refuse(refusalOf(401, 'Unauthorized'));
    expect(await run.result).toMatchObject({ failed: [], left: ['11111111', '22222222'], stop: 'session-ended' });
    expect(run.asked()).toEqual(['11111111']);
  });

  test('when a delivery fails after the halt, then that is told', async () => {
    const run = begin([orderOf('11111111', [1])]);
    await run.settled();
    run.film(1).arrive();
    await run.settled();
    run.halt();
    const refused = new Error('refused');
    run.delivery('11111111').refuse(refused);
    expect(await run.result).toMatchObject({ failed: [{ orderNumber: '11111111', error: refused }], left: [], stop: null });
  });
});
