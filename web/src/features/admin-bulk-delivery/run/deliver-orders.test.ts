import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { type BulkProgress, deliverOrders } from './deliver-orders.ts';
import type { PlannedLine, PlannedOrder } from './plan-delivery.ts';
import { SameVideo } from './send-videos.ts';

const plannedOf = (orderNumber: string, files: readonly (number | null)[]): PlannedOrder => ({
  orderNumber,
  lines: files.map((file, index) => ({
    line: buildAdminLine({ orderNumber: `${orderNumber}-0${index + 1}`, athleteNumber: `${orderNumber}${index}` }),
    file,
    url: file === null ? 'https://videos.example.com/1' : '',
    sha256: null,
  })),
});

const run = async (
  orders: readonly PlannedOrder[],
  {
    contentOf = String,
    fails = '',
    failure = new Error('rejected'),
    onHash = () => undefined,
  }: {
    contentOf?: (file: number) => string;
    fails?: string;
    failure?: Error;
    onHash?: (file: number | null, cancel: () => void) => void;
  } = {},
) => {
  const deliveries: { orderNumber: string; downloadUrls: Record<string, string> }[] = [];
  const uploaded: string[] = [];
  const reports: BulkProgress[] = [];
  const controller = new AbortController();
  const result = await deliverOrders(
    {
      upload: async ({ file, line }: PlannedLine, { onSent }) => {
        onSent(10);
        return { id: `m${file}`, sha256: contentOf(file ?? -1), lineId: line.id } as UploadedMedia;
      },
      hash: async ({ file }, signal) => {
        onHash(file, () => controller.abort());
        signal.throwIfAborted();
        return contentOf(file ?? -1);
      },
      sizeOf: ({ file }) => (file === null ? 0 : 10),
      deliver: async (delivery) => {
        if (delivery.orderNumber === fails) throw failure;
        deliveries.push(delivery);
      },
      hasUrl: () => true,
      onUploaded: (lineId, { url, sha256 }) => void uploaded.push(`${lineId} ${url} ${sha256}`),
      onProgress: (progress) => void reports.push(progress),
    },
    { orders, signal: controller.signal },
  );
  return { result, deliveries, uploaded, reports };
};

describe('deliverOrders', () => {
  test('when all videos are uploaded, then each order is delivered with its own', async () => {
    const { result, deliveries, reports } = await run([plannedOf('11111111', [0, null]), plannedOf('22222222', [1])]);
    expect(result).toEqual({ delivered: ['11111111', '22222222'], doubtful: [], failed: [], remaining: [], stopReason: null });
    expect(deliveries.map(({ downloadUrls }) => downloadUrls)).toEqual([
      { '11111111-01': 'video:m0', '11111111-02': 'https://videos.example.com/1' },
      { '22222222-01': 'video:m1' },
    ]);
    expect(reports.at(-1)).toMatchObject({ delivered: 2, done: 2, total: 2, percent: 100 });
  });

  test('when one order is rejected, then the others are delivered, and its video is kept', async () => {
    const { result, uploaded } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111' });
    expect(result.delivered).toEqual(['22222222']);
    expect(result.failed).toMatchObject([{ orderNumber: '11111111' }]);
    expect(uploaded).toContain('11111111-01 video:m0 0');
  });

  test('when orders fail, then the progress counts them as done but not delivered, and their bytes as sent', async () => {
    const orders = [plannedOf('11111111', [0, 1]), plannedOf('22222222', [2]), plannedOf('33333333', [3])];
    const { reports } = await run(orders, { contentOf: (file) => (file < 3 ? 'same' : 'other'), fails: '33333333' });
    expect(reports.at(-1)).toMatchObject({ delivered: 0, done: 3, total: 3, percent: 100 });
    const { reports: mixed } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111' });
    expect(mixed.at(-1)).toMatchObject({ delivered: 1, done: 2, total: 2, percent: 100 });
  });

  test('when two files have the same content, then neither of their orders is delivered', async () => {
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1]), plannedOf('33333333', [2])];
    const { result, uploaded } = await run(orders, { contentOf: (file) => (file === 2 ? 'other' : 'same') });
    expect(result.delivered).toEqual(['33333333']);
    expect(result.failed.map(({ orderNumber, error }) => [orderNumber, error instanceof SameVideo && error.otherLine])).toEqual([
      ['11111111', '22222222-01'],
      ['22222222', '11111111-01'],
    ]);
    expect(uploaded).toEqual(['33333333-01 video:m2 other']);
  });

  test('when one file cannot be read, then only its order fails', async () => {
    const unreadable = new Error('unreadable');
    const onHash = (file: number | null) => {
      if (file === 1) throw unreadable;
    };
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1, 2]), plannedOf('33333333', [3])];
    const { result, uploaded } = await run(orders, { onHash });
    expect(result).toEqual({
      delivered: ['11111111', '33333333'],
      doubtful: [],
      failed: [{ orderNumber: '22222222', error: unreadable }],
      remaining: [],
      stopReason: null,
    });
    expect(uploaded).toEqual(['11111111-01 video:m0 0', '33333333-01 video:m3 3']);
  });

  test('when it is cancelled while the files are compared, then nothing is delivered and nothing has failed', async () => {
    const compared: (number | null)[] = [];
    const onHash = (file: number | null, cancel: () => void) => {
      compared.push(file);
      if (file === 1) cancel();
    };
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1]), plannedOf('33333333', [2])];
    const { result, deliveries, uploaded } = await run(orders, { onHash });
    expect(result).toEqual({
      delivered: [],
      doubtful: [],
      failed: [],
      remaining: ['11111111', '22222222', '33333333'],
      stopReason: 'cancelled',
    });
    expect([compared, deliveries, uploaded]).toEqual([[0, 1], [], []]);
  });

  test('when the server has doubts about an order, then it is neither delivered nor failed, and the others continue', async () => {
    const body = { code: 'DeliveryDoubtful', message: '確認', fields: { 'downloadUrls.11111111-01': '横向きの動画です。' } };
    const failure = new ApiError({ status: 409, statusText: '', body: JSON.stringify(body), retryAfter: null });
    const { result, uploaded } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111', failure });
    expect(result).toEqual({
      delivered: ['22222222'],
      doubtful: [
        {
          orderNumber: '11111111',
          downloadUrls: { '11111111-01': 'video:m0' },
          doubts: { '11111111-01': '横向きの動画です。' },
        },
      ],
      failed: [],
      remaining: [],
      stopReason: null,
    });
    expect(uploaded).toContain('11111111-01 video:m0 0');
  });

  test('when an earlier bulk delivery uploaded the same file, then it is not uploaded again; a different file is', async () => {
    const uploadedBefore = (orderNumber: string, file: number): PlannedOrder => {
      const order = plannedOf(orderNumber, [file]);
      return { ...order, lines: order.lines.map((line) => ({ ...line, url: 'video:earlier', sha256: '0' })) };
    };
    const { deliveries, uploaded } = await run([uploadedBefore('11111111', 0), uploadedBefore('22222222', 1)]);
    expect(deliveries.map(({ downloadUrls }) => downloadUrls)).toEqual([{ '11111111-01': 'video:earlier' }, { '22222222-01': 'video:m1' }]);
    expect(uploaded).toEqual(['22222222-01 video:m1 1']);
  });
});
