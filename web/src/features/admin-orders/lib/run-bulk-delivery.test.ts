import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import type { PlannedLine, PlannedOrder } from './bulk-plan.ts';
import { type BulkStep, runBulkDelivery } from './run-bulk-delivery.ts';
import { SameVideo } from './same-videos.ts';

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
    failure = new Error('refused'),
    onHash = () => undefined,
  }: {
    contentOf?: (file: number) => string;
    fails?: string;
    failure?: Error;
    onHash?: (file: number | null, halt: () => void) => void;
  } = {},
) => {
  const deliveries: { orderNumber: string; downloadUrls: Record<string, string> }[] = [];
  const arrived: string[] = [];
  const steps: BulkStep[] = [];
  const halting = new AbortController();
  const result = await runBulkDelivery(
    {
      send: async ({ file, line }: PlannedLine, { onSent }) => {
        onSent(10);
        return { id: `m${file}`, sha256: contentOf(file ?? -1), lineId: line.id } as UploadedMedia;
      },
      hash: async ({ file }, signal) => {
        onHash(file, () => halting.abort());
        signal.throwIfAborted();
        return contentOf(file ?? -1);
      },
      sizeOf: ({ file }) => (file === null ? 0 : 10),
      deliver: async (delivery) => {
        if (delivery.orderNumber === fails) throw failure;
        deliveries.push(delivery);
      },
      isOnDesk: () => true,
      onArrived: (lineId, { url, sha256 }) => void arrived.push(`${lineId} ${url} ${sha256}`),
      onStep: (step) => void steps.push(step),
    },
    { orders, signal: halting.signal },
  );
  return { result, deliveries, arrived, steps };
};

describe('runBulkDelivery', () => {
  test('when all videos arrive, each order is delivered with its own', async () => {
    const { result, deliveries, steps } = await run([plannedOf('11111111', [0, null]), plannedOf('22222222', [1])]);
    expect(result).toEqual({ delivered: ['11111111', '22222222'], doubtful: [], failed: [], left: [], stop: null });
    expect(deliveries.map(({ downloadUrls }) => downloadUrls)).toEqual([
      { '11111111-01': 'video:m0', '11111111-02': 'https://videos.example.com/1' },
      { '22222222-01': 'video:m1' },
    ]);
    expect(steps.at(-1)).toEqual({ delivered: 2, done: 2, total: 2, percent: 100 });
  });

  test('when one order is refused, the others are delivered, and its video need not be sent again', async () => {
    const { result, arrived } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111' });
    expect(result.delivered).toEqual(['22222222']);
    expect(result.failed).toMatchObject([{ orderNumber: '11111111' }]);
    expect(arrived).toContain('11111111-01 video:m0 0');
  });

  test('when orders fail, they are over and not delivered, and what was to be sent for them is waited for no longer', async () => {
    const orders = [plannedOf('11111111', [0, 1]), plannedOf('22222222', [2]), plannedOf('33333333', [3])];
    const { steps } = await run(orders, { contentOf: (file) => (file < 3 ? 'same' : 'other'), fails: '33333333' });
    const over = steps.filter(({ done }, index) => done !== steps[index - 1]?.done);
    expect(over.map(({ done, delivered, percent }) => [done, delivered, percent])).toEqual([
      [0, 0, 25],
      [1, 0, 75],
      [2, 0, 100],
      [3, 0, 100],
    ]);
    const { steps: mixed } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111' });
    expect(mixed.at(-1)).toEqual({ delivered: 1, done: 2, total: 2, percent: 100 });
  });

  test('when two files have the same content, neither of their orders is delivered', async () => {
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1]), plannedOf('33333333', [2])];
    const { result, arrived } = await run(orders, { contentOf: (file) => (file === 2 ? 'other' : 'same') });
    expect(result.delivered).toEqual(['33333333']);
    expect(result.failed.map(({ orderNumber, error }) => [orderNumber, error instanceof SameVideo && error.otherLine])).toEqual([
      ['11111111', '22222222-01'],
      ['22222222', '11111111-01'],
    ]);
    expect(arrived).toEqual(['33333333-01 video:m2 other']);
  });

  test('when one file cannot be read, its order alone fails', async () => {
    const unreadable = new Error('unreadable');
    const onHash = (file: number | null) => {
      if (file === 1) throw unreadable;
    };
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1, 2]), plannedOf('33333333', [3])];
    const { result, arrived } = await run(orders, { onHash });
    expect(result).toEqual({
      delivered: ['11111111', '33333333'],
      doubtful: [],
      failed: [{ orderNumber: '22222222', error: unreadable }],
      left: [],
      stop: null,
    });
    expect(arrived).toEqual(['11111111-01 video:m0 0', '33333333-01 video:m3 3']);
  });

  test('when it is halted while the files are compared, nothing is delivered and nothing has failed', async () => {
    const compared: (number | null)[] = [];
    const onHash = (file: number | null, halt: () => void) => {
      compared.push(file);
      if (file === 1) halt();
    };
    const orders = [plannedOf('11111111', [0]), plannedOf('22222222', [1]), plannedOf('33333333', [2])];
    const { result, deliveries, arrived } = await run(orders, { onHash });
    expect(result).toEqual({ delivered: [], doubtful: [], failed: [], left: ['11111111', '22222222', '33333333'], stop: 'halted' });
    expect([compared, deliveries, arrived]).toEqual([[0, 1], [], []]);
  });

  test('when the server has doubts about an order, it is neither delivered nor failed, and the others go on', async () => {
    const body = { code: 'DeliveryDoubtful', message: '確認', fields: { 'downloadUrls.11111111-01': '横向きの動画です。' } };
    const failure = new ApiError({ status: 409, statusText: '', body: JSON.stringify(body), retryAfter: null });
    const { result, arrived } = await run([plannedOf('11111111', [0]), plannedOf('22222222', [1])], { fails: '11111111', failure });
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
      left: [],
      stop: null,
    });
    expect(arrived).toContain('11111111-01 video:m0 0');
  });

  test('when an earlier run sent the very same file, it is not sent again; when the file is another one by now, it is', async () => {
    const sent = (orderNumber: string, file: number): PlannedOrder => {
      const order = plannedOf(orderNumber, [file]);
      return { ...order, lines: order.lines.map((line) => ({ ...line, url: 'video:earlier', sha256: '0' })) };
    };
    const { deliveries, arrived } = await run([sent('11111111', 0), sent('22222222', 1)]);
    expect(deliveries.map(({ downloadUrls }) => downloadUrls)).toEqual([{ '11111111-01': 'video:earlier' }, { '22222222-01': 'video:m1' }]);
    expect(arrived).toEqual(['22222222-01 video:m1 1']);
  });
});
