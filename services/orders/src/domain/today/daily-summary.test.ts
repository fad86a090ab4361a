import { describe, expect, jest, test } from '@jest/globals';
import type { dailySummaryRequested, EventEnvelope } from '@stagereel/contracts';
import type { z } from 'zod';
import type { OrdersDeps } from '../deps.ts';
import { countToday, type DayFacts } from './count-today.ts';
import { sendDailySummary } from './send-daily-summary.ts';

const NOW = new Date('2026-11-23T08:00:00+09:00');
const order = (more: Partial<DayFacts> = {}): DayFacts => ({
  isHandled: true,
  dueDay: null,
  claimableUntil: null,
  hasFailedMail: false,
  taskCount: 0,
  paidAt: new Date('2026-11-02T12:00:00+09:00'),
  paidDay: '2026-11-02',
  total: 5000,
  refunded: 0,
  ...more,
});
const paidOn = (day: string, more: Partial<DayFacts> = {}): DayFacts =>
  order({ paidAt: new Date(`${day}T12:00:00+09:00`), paidDay: day, ...more });

describe('the figures of a day', () => {
  test('when orders are open, late and delivered, then each is counted where its list shows it', () => {
    const orders = [
      order({ isHandled: false, dueDay: '2026-11-22', hasFailedMail: true }),
      order({ isHandled: false, dueDay: '2026-11-23' }),
      order({ isHandled: false, dueDay: '2026-11-24' }),
      order({ claimableUntil: '2026-12-01T00:00:00.000Z', hasFailedMail: true }),
      order({ claimableUntil: '2026-11-01T00:00:00.000Z' }),
      order({ hasFailedMail: true, taskCount: 2 }),
    ];
    expect(countToday(orders, NOW)).toMatchObject({
      day: '2026-11-23',
      open: 3,
      dueToday: 1,
      late: 1,
      unclaimed: 1,
      failedMails: { pending: 1, handled: 2 },
      tasks: { pending: 0, handled: 1 },
    });
  });

  test('when videos were sold in several months, then the sales are those of this month, day by day', () => {
    const orders = [paidOn('2026-10-31'), paidOn('2026-11-01'), paidOn('2026-11-03', { refunded: 5000 }), paidOn('2026-11-03')];
    expect(countToday(orders, new Date('2026-11-04T00:00:00+09:00')).sales).toEqual({
      total: 15_000,
      refunded: 5000,
      orders: 3,
      days: [5000, 0, 10_000, 0],
    });
  });
});

type Given = { orders?: DayFacts[]; now?: Date; isOn?: boolean; last?: Date | null; catalog?: 'up' | 'down'; identity?: 'up' | 'down' };

/** Runs the job once; returns the stored decision, if any, and the data of its events. */
const runJob = async ({ orders = [], now = NOW, isOn = true, last = null, catalog = 'up', identity = 'up' }: Given) => {
  const add = jest.fn<OrdersDeps['summaries']['add']>(async () => undefined);
  const unavailable = async (): Promise<never> => {
    throw new Error('unavailable');
  };
  const deps = {
    now: () => now,
    summaryHour: 8,
    settings: { read: async () => ({ dailySummary: isOn }) },
    summaries: { has: async () => false, lastBefore: async () => last, add },
    orderList: { facts: async () => orders },
    catalog: { countGaps: catalog === 'up' ? async () => ({ withoutSamples: 1, withoutAthletes: 2 }) : unavailable },
    admins: { listAddresses: identity === 'up' ? async () => ['a@example.jp', 'b@example.jp'] : unavailable },
    logger: { warn: () => undefined },
  } as unknown as OrdersDeps;
  await sendDailySummary(deps);
  const decided = add.mock.calls[0]?.[0];
  const events = (decided?.events ?? []) as EventEnvelope<z.infer<typeof dailySummaryRequested.schema>>[];
  return { day: decided?.day ?? null, at: decided?.at, summaries: events.map(({ data }) => data) };
};

describe('the daily summary', () => {
  const open = order({ isHandled: false, dueDay: '2026-11-30' });

  test('when something is to do at the hour, then every admin gets the figures of the orders and the contests', async () => {
    const { day, summaries } = await runJob({ orders: [open] });
    expect(day).toBe('2026-11-23');
    expect(summaries.map(({ email }) => email)).toEqual(['a@example.jp', 'b@example.jp']);
    expect(summaries[0]).toMatchObject({ today: { open: 1 }, contests: { withoutSamples: 1, withoutAthletes: 2 } });
  });

  test('when the hour has not come, then nothing is decided', async () => {
    expect(await runJob({ orders: [open], now: new Date('2026-11-23T07:59:59+09:00') })).toMatchObject({ day: null, summaries: [] });
  });

  test('when the service was down at the hour, then the summary is sent later on the same day', async () => {
    expect((await runJob({ orders: [open], now: new Date('2026-11-23T23:59:59+09:00') })).summaries).toHaveLength(2);
  });

  test.each<[string, Given]>([
    ['it is switched off', { orders: [open], isOn: false }],
    ['nothing is to do and nothing was sold', { orders: [paidOn('2026-11-01')] }],
  ])('when %s, then the day is decided without a mail', async (_case, given) => {
    expect(await runJob(given)).toMatchObject({ day: '2026-11-23', summaries: [] });
  });

  test('when something was sold since the last summary, then it says how much, also if nothing is to do', async () => {
    const orders = [paidOn('2026-11-20'), paidOn('2026-11-21'), paidOn('2026-11-22', { total: 9500 })];
    const { summaries } = await runJob({ orders, last: new Date('2026-11-21T08:00:00+09:00') });
    expect(summaries[0]?.newSales).toEqual({ since: '2026-11-20T23:00:00.000Z', orders: 2, total: 14_500 });
  });

  test('when something is sold as the summary is made, then only the next summary counts it', async () => {
    const orders = [open, order({ paidAt: new Date('2026-11-23T07:59:30+09:00') })];
    const first = await runJob({ orders });
    const next = await runJob({ orders, now: new Date('2026-11-24T08:00:00+09:00'), last: first.at ?? null });
    expect([first, next].map(({ summaries }) => summaries[0]?.newSales.orders)).toEqual([0, 1]);
  });

  test('when the catalog is unavailable, then the summary is sent without the contests', async () => {
    expect((await runJob({ orders: [open], catalog: 'down' })).summaries[0]).toMatchObject({ contests: null, today: { open: 1 } });
  });

  test('when identity cannot say who the admins are, then the day stays undecided, so that the next run tries again', async () => {
    await expect(runJob({ orders: [open], identity: 'down' })).rejects.toThrow('unavailable');
  });
});
