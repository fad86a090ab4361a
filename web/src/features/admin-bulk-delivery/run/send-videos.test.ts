import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { createLineVideos } from '../../../components/admin-order/order-workspace.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { memoryStore } from '../../../testing/memory-store.ts';
import { bulkFailureText } from '../components/texts.ts';
import { type BulkProgress, deliverOrders } from './deliver-orders.ts';
import type { PlannedOrder } from './plan-delivery.ts';

/** An order with a line for each file. The files differ in size, so that none is compared with another. */
const orderOf = (orderNumber: string, files: readonly number[]): PlannedOrder => ({
  orderNumber,
  lines: files.map((file) => ({
    line: buildAdminLine({ orderNumber: `${orderNumber}-${file}`, athleteNumber: `${file}` }),
    file,
    url: '',
    sha256: null,
  })),
});

const rejection = (status: number, code: string) =>
  new ApiError({ status, statusText: '', body: JSON.stringify({ code, message: code }), retryAfter: null });

/** A bulk delivery whose uploads and deliveries end when the test says so. */
const begin = (orders: readonly PlannedOrder[]) => {
  const pending = new Map<number, { finish: () => void; fail: (error: unknown) => void; progress: (bytes: number) => void }>();
  const requested: { orderNumber: string; accept: () => void; reject: (error: unknown) => void }[] = [];
  const started: number[] = [];
  const uploaded: string[] = [];
  const reports: BulkProgress[] = [];
  const controller = new AbortController();
  const tab = memoryStore();
  const videos = createLineVideos(() => tab);
  const result = deliverOrders(
    {
      sizeOf: ({ file }) => 100 + (file ?? 0),
      hash: async ({ file }) => String(file),
      upload: ({ file }, { signal, onSent }) =>
        new Promise((resolve, reject) => {
          const key = file ?? -1;
          const ending = (settle: () => void) => () => {
            pending.delete(key);
            settle();
          };
          started.push(key);
          signal.addEventListener(
            'abort',
            ending(() => reject(signal.reason)),
          );
          pending.set(key, {
            finish: ending(() => resolve({ id: `m${key}`, sha256: String(key) } as UploadedMedia)),
            fail: (error) => ending(() => reject(error))(),
            progress: onSent,
          });
        }),
      deliver: ({ orderNumber }) =>
        new Promise<void>((accept, reject) => {
          requested.push({ orderNumber, accept, reject });
        }),
      hasUrl: ({ id }, url) => videos.hasUrl(id, url),
      onUploaded: (lineId, video) => {
        uploaded.push(video.url);
        videos.setUploaded(lineId, video);
      },
      onProgress: (progress) => void reports.push(progress),
    },
    { orders, signal: controller.signal },
  );
  /** Resolves when everything waits for the test. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    result,
    settled,
    videos,
    cancel: () => controller.abort(),
    video: (file: number) => pending.get(file)!,
    started,
    uploaded,
    reports,
    pending: () => [...pending.keys()],
    requested: () => requested.map(({ orderNumber }) => orderNumber),
    delivery: (orderNumber: string) => requested.find((each) => each.orderNumber === orderNumber)!,
  };
};

describe('concurrent uploads', () => {
  test('when there are many videos, then three are uploaded at a time, in the order of their orders', async () => {
    const run = begin([orderOf('11111111', [1, 2]), orderOf('22222222', [3, 4]), orderOf('33333333', [5])]);
    await run.settled();
    expect(run.pending()).toEqual([1, 2, 3]);
    run.video(2).finish();
    await run.settled();
    expect(run.pending()).toEqual([1, 3, 4]);
    run.cancel();
    await run.result;
  });

  test('when the videos of later orders are uploaded first, then these are delivered first, at most three at the same time', async () => {
    const run = begin(['1', '2', '3', '4', '5'].map((digit) => orderOf(digit.repeat(8), [Number(digit)])));
    await run.settled();
    for (const file of [2, 3]) run.video(file).finish();
    await run.settled();
    expect([run.requested(), run.pending()]).toEqual([
      ['22222222', '33333333'],
      [1, 4, 5],
    ]);
    for (const file of [1, 4, 5]) run.video(file).finish();
    await run.settled();
    expect(run.requested()).toHaveLength(3);
    for (const digit of ['2', '3', '1', '4', '5']) {
      run.delivery(digit.repeat(8)).accept();
      await run.settled();
    }
    expect(await run.result).toMatchObject({ delivered: ['11111111', '22222222', '33333333', '44444444', '55555555'], remaining: [] });
  });

  test('when one video of an order fails, then the order fails, its later videos are not started, and the other orders continue', async () => {
    const run = begin([orderOf('11111111', [1, 2, 3, 4]), orderOf('22222222', [5])]);
    await run.settled();
    const unreadable = new Error('unreadable');
    run.video(2).fail(unreadable);
    await run.settled();
    for (const file of [1, 3, 5]) run.video(file).finish();
    await run.settled();
    run.delivery('22222222').accept();
    expect(await run.result).toMatchObject({ delivered: ['22222222'], failed: [{ orderNumber: '11111111', error: unreadable }] });
    // The uploaded videos of the failed order are kept.
    expect([run.started, run.uploaded]).toEqual([
      [1, 2, 3, 5],
      ['video:m1', 'video:m3', 'video:m5'],
    ]);
  });

  test('when several are being uploaded, then the percentage is that of all of them', async () => {
    const run = begin([orderOf('11111111', [0]), orderOf('22222222', [100])]);
    await run.settled();
    run.video(0).progress(60);
    run.video(100).progress(90);
    expect(run.reports.map(({ percent }) => percent)).toEqual([20, 50]);
    run.cancel();
    await run.result;
  });
});

describe('a video that the admin changes during a bulk delivery', () => {
  const CHANGED = '一括納品中に動画が変更されたため、納品していません。注文の動画を確認してから納品してください。';
  const failures = async ({ result }: ReturnType<typeof begin>) =>
    (await result).failed.map(({ orderNumber, error }) => [orderNumber, bulkFailureText(error)]);

  test.each([
    ['replaced', 'video:right'],
    ['removed', ''],
  ])(
    'when an uploaded one is %s before the last one of its order is uploaded, then the order fails and keeps the change of the admin',
    async (_, url) => {
      const run = begin([orderOf('11111111', [1, 2]), orderOf('22222222', [3])]);
      await run.settled();
      run.video(1).finish();
      await run.settled();
      run.videos.setUrls({ '11111111-1': url });
      for (const file of [2, 3]) run.video(file).finish();
      await run.settled();
      run.delivery('22222222').accept();
      expect(await failures(run)).toEqual([['11111111', CHANGED]]);
      expect([run.requested(), run.videos.urls.read()]).toEqual([
        ['22222222'],
        { '11111111-1': url, '11111111-2': 'video:m2', '22222222-3': 'video:m3' },
      ]);
    },
  );

  test('when the admin uploads one while the bulk delivery uploads another, then the video of the admin is kept, and the order is not delivered', async () => {
    const run = begin([orderOf('11111111', [1])]);
    await run.settled();
    run.videos.setUploaded('11111111-1', { url: 'video:hand', fileName: 'hand.mp4', sha256: null });
    run.video(1).finish();
    expect(await failures(run)).toEqual([['11111111', CHANGED]]);
    expect([run.requested(), run.videos.urls.read()]).toEqual([[], { '11111111-1': 'video:hand' }]);
  });

  test('when the admin uploads one before its upload has started, then the bulk delivery does not upload it', async () => {
    const run = begin([orderOf('11111111', [1, 2, 3]), orderOf('22222222', [4])]);
    await run.settled();
    run.videos.setUploaded('22222222-4', { url: 'video:hand', fileName: 'hand.mp4', sha256: null });
    for (const file of [1, 2, 3]) run.video(file).finish();
    await run.settled();
    run.delivery('11111111').accept();
    expect(await failures(run)).toEqual([['22222222', CHANGED]]);
    expect([run.started, run.videos.urls.read()['22222222-4']]).toEqual([[1, 2, 3], 'video:hand']);
  });
});

describe('a bulk delivery that stops early', () => {
  test('when it is cancelled, then the pending delivery is finished, the uploads are aborted, and the other orders remain', async () => {
    const run = begin([orderOf('11111111', [1]), orderOf('22222222', [2, 3]), orderOf('33333333', [4])]);
    await run.settled();
    for (const file of [1, 2]) run.video(file).finish();
    await run.settled();
    run.cancel();
    expect(run.pending()).toEqual([]);
    run.delivery('11111111').accept();
    expect(await run.result).toEqual({
      delivered: ['11111111'],
      doubtful: [],
      failed: [],
      remaining: ['22222222', '33333333'],
      stopReason: 'cancelled',
    });
    expect([run.requested(), run.uploaded]).toEqual([['11111111'], ['video:m1', 'video:m2']]);
  });

  test('when the storage is full, then no other upload is started and no order is delivered', async () => {
    const run = begin([orderOf('11111111', [1]), orderOf('22222222', [2]), orderOf('33333333', [3]), orderOf('44444444', [4])]);
    await run.settled();
    run.video(2).fail(rejection(507, 'StorageFull'));
    expect(await run.result).toEqual({
      delivered: [],
      doubtful: [],
      failed: [],
      remaining: ['11111111', '22222222', '33333333', '44444444'],
      stopReason: 'storage-full',
    });
    expect([run.started, run.requested()]).toEqual([[1, 2, 3], []]);
  });

  test('when a delivery fails after the cancellation, then the failure is reported', async () => {
    const run = begin([orderOf('11111111', [1])]);
    await run.settled();
    run.video(1).finish();
    await run.settled();
    run.cancel();
    const rejected = new Error('rejected');
    run.delivery('11111111').reject(rejected);
    expect(await run.result).toMatchObject({ failed: [{ orderNumber: '11111111', error: rejected }], remaining: [], stopReason: null });
  });
});
