import { beforeEach, describe, expect, test } from '@jest/globals';
import { dailySummaryRequested, type Today } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';
import { expectSumsToMatch } from '../support/sums.ts';

// A test sets the service's clock; the provider and the sessions use the real one.
let clock = new Date('2026-11-20T03:00:00Z');
const shop = useService(() => startShop({ now: () => clock }));
beforeEach(() => shop.orders.deleteMany({}));

const { claim, decline, deliverOrder, sales } = adminOf(shop);
const buyAt = (time: string, items = [itemOf('1')]) => {
  clock = new Date(time);
  return shop.buy({ items });
};
/** Changes the contest of a line. */
const moveLine = ({ number, line, contestId, contestName }: { number: string; line: number; contestId: string; contestName: string }) =>
  shop.orders.updateOne({ number }, { $set: { [`lines.${line}.contestId`]: contestId, [`lines.${line}.contestName`]: contestName } });

describe('days in Asia/Tokyo', () => {
  test('when a payment succeeds a second before midnight in Japan, then it counts for that day; at midnight for the next (admin 2.52)', async () => {
    await buyAt('2026-11-20T23:59:59+09:00');
    await buyAt('2026-11-21T00:00:00+09:00', [itemOf('1'), itemOf('2', '横動画')]);
    const first = { day: '2026-11-20', total: 5000, refunded: 0, videos: 1 };
    const second = { day: '2026-11-21', total: 9500, refunded: 0, videos: 2 };
    expect(await sales()).toMatchObject({ total: 14_500, refunded: 0, videos: 3, orders: 2, days: [first, second] });
    expect((await sales('?to=2026-11-20')).days).toEqual([first]);
    expect((await sales('?from=2026-11-21')).days).toEqual([second]);
    expect((await sales('?from=2026-11-20&to=2026-11-21')).orders).toBe(2);
    expect((await sales('?from=2026-11-20&to=2026-11-20')).orders).toBe(1);
    expect(await sales('?from=2026-11-22&to=2026-11-30')).toEqual({
      total: 0,
      refunded: 0,
      videos: 0,
      orders: 0,
      days: [],
      contests: [],
    });
  });

  test.each([
    ['a month of 28 days', '2027-02-28T23:59:59.999+09:00', '2027-03-01T00:00:00+09:00', '?from=2027-02-01&to=2027-02-28'],
    ['a month of 29 days', '2028-02-29T23:59:59.999+09:00', '2028-03-01T00:00:00+09:00', '?from=2028-02-01&to=2028-02-29'],
    ['a month of 31 days', '2026-10-31T23:59:59.999+09:00', '2026-11-01T00:00:00+09:00', '?from=2026-10-01&to=2026-10-31'],
    ['a year', '2026-12-31T23:59:59.999+09:00', '2027-01-01T00:00:00+09:00', '?from=2026-01-01&to=2026-12-31'],
  ])('when %s ends, then its last millisecond counts and the next one does not (admin 2.51)', async (_case, last, next, query) => {
    await buyAt(last);
    await buyAt(next);
    expect(await sales(query)).toMatchObject({ orders: 1, days: [{ day: last.slice(0, 10) }] });
  });

  test('when an order is created one day and paid the next, then it counts for the day of the payment', async () => {
    clock = new Date('2026-11-20T23:59:00+09:00');
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    clock = new Date('2026-11-21T00:01:00+09:00');
    await shop.payByCard(body);
    await shop.waitForOrder(body.orderNumber, ({ payment }) => payment.state === 'paid');
    expect((await sales()).days).toMatchObject([{ day: '2026-11-21' }]);
  });

  test.each(['?from=2026-13-01', '?to=20261120', '?from=2026-02-30', '?contestId=%24ne'])(
    'when the query is %s, then 400',
    async (query) => {
      expect(await sales(query)).toMatchObject({ code: 'ValidationFailed' });
    },
  );
});

describe('what counts as sold', () => {
  test('when orders are unpaid, flagged or cancelled, then they do not count', async () => {
    await buyAt('2026-11-20T12:00:00+09:00');
    for (const state of ['awaiting', 'flagged', 'cancelled'] as const) {
      const { body } = await shop.openPayment({ email: shop.newEmail() });
      await shop.orders.updateOne({ number: body.orderNumber }, { $set: { 'payment.state': state } });
    }
    expect(await sales()).toMatchObject({ orders: 1, total: 5000 });
  });

  test('when a line is refunded on another day, then the refund is shown separately, on the day and contest of the sale (admin 2.52)', async () => {
    const { number, intent } = await buyAt('2026-11-20T12:00:00+09:00', [itemOf('1'), itemOf('2', '横動画')]);
    await moveLine({ number, line: 1, contestId: 'contest-2', contestName: '関西オープン' });
    clock = new Date('2026-11-25T12:00:00+09:00');
    expect((await decline(number, '02')).status).toBe(200);
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 1000 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5500);
    expect(await sales()).toEqual({
      total: 9500,
      refunded: 5500,
      videos: 2,
      orders: 1,
      days: [{ day: '2026-11-20', total: 9500, refunded: 5500, videos: 2 }],
      contests: [
        { contestId: 'contest-1', contestName: '関東オープン 2026', total: 5000, refunded: 1000, videos: 1 },
        { contestId: 'contest-2', contestName: '関西オープン', total: 4500, refunded: 4500, videos: 1 },
      ],
    });
    await expectSumsToMatch(shop);
  });

  test('when a contest is chosen, then only its lines count, also in an order with several contests', async () => {
    const { number } = await buyAt('2026-11-20T12:00:00+09:00', [itemOf('1'), itemOf('2', '横動画')]);
    await moveLine({ number, line: 1, contestId: 'contest-2', contestName: '関西オープン' });
    await buyAt('2026-11-21T12:00:00+09:00');
    expect(await sales('?contestId=contest-2')).toMatchObject({
      total: 4500,
      videos: 1,
      orders: 1,
      contests: [{ contestId: 'contest-2' }],
    });
    expect(await sales('?contestId=contest-1')).toMatchObject({ total: 10_000, videos: 2, orders: 2 });
    expect(await sales('?contestId=unknown')).toMatchObject({ total: 0, orders: 0 });
  });

  test('when a contest was renamed between two sales, then it is listed once with its newest name', async () => {
    const { number } = await buyAt('2026-11-20T12:00:00+09:00');
    await moveLine({ number, line: 0, contestId: 'contest-1', contestName: '旧名称' });
    await buyAt('2026-11-21T12:00:00+09:00');
    expect((await sales()).contests).toMatchObject([{ contestName: '関東オープン 2026', videos: 2 }]);
  });
});

describe('the figures of the day', () => {
  const today = async (headers: Record<string, string> = {}) => {
    const {
      status,
      headers: received,
      body,
    } = await shop.call({
      path: '/api/admin/today',
      cookie: await shop.identity.adminCookie(),
      headers,
    });
    return { status, etag: String(received.get('etag')), figures: body as unknown as Today };
  };

  test('when orders are bought, delivered and claimed, then the figures follow each step; nothing new is a 304', async () => {
    // Ordered on a Friday before a holiday, so promised until Thursday.
    const { number } = await buyAt('2026-11-20T18:00:00+09:00', [itemOf('1'), itemOf('2')]);
    await buyAt('2026-11-24T18:00:00+09:00');
    clock = new Date('2026-11-26T23:59:59+09:00');
    const first = await today();
    expect(first.figures).toMatchObject({ day: '2026-11-26', open: 2, dueToday: 1, late: 0, unclaimed: 0, sales: { orders: 2 } });
    expect((await today({ 'if-none-match': first.etag })).status).toBe(304);

    clock = new Date('2026-11-27T00:00:00+09:00');
    expect((await today({ 'if-none-match': first.etag })).figures).toMatchObject({ open: 2, dueToday: 1, late: 1 });
    const pageId = await deliverOrder({ number, lines: 2 });
    expect((await today()).figures).toMatchObject({ open: 1, late: 0, unclaimed: 1 });
    await claim(pageId, `${number}-01`);
    expect((await today()).figures).toMatchObject({ open: 1, unclaimed: 0, sales: { total: 15_000, refunded: 0 } });
  });

  test('when the hour of the summary comes in several replicas, then each admin gets one, that day once', async () => {
    const summaries = () => shop.probe.ofType(dailySummaryRequested.type).map(({ data }) => dailySummaryRequested.schema.parse(data));
    await buyAt('2026-11-28T12:00:00+09:00');
    clock = new Date('2026-11-29T08:00:00+09:00');
    await Promise.all([shop.startReplica(), shop.startReplica()]);
    await waitUntil(() => summaries().length > 0, { what: 'the daily summary' });
    await shop.startReplica();
    clock = new Date('2026-11-30T08:00:00+09:00');
    await shop.startReplica();
    await waitUntil(() => summaries().length > 1, { what: 'the summary of the next day' });
    expect(summaries()).toMatchObject([
      { email: 'admin@example.jp', today: { day: '2026-11-29', open: 1 }, contests: null },
      { email: 'admin@example.jp', today: { day: '2026-11-30', open: 1 }, newSales: { since: '2026-11-28T22:59:00.000Z', orders: 0 } },
    ]);
  });
});
