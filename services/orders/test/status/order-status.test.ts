import { describe, expect, test } from '@jest/globals';
import { type OrderStatusPage, orderStatusPageSchema } from '@stagereel/contracts';
import { deliveryPromise } from '@stagereel/contracts/delivery-promise';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A fixed time of the service's clock; null for the real one. */
let clock: Date | null = null;
const shop = useService(() => startShop({ now: () => clock ?? new Date() }));
const { complete, correct, decline, deliverOrder, eventsOf, recall, reopen } = adminOf(shop);

const at = async <Result>(time: Date, run: () => Promise<Result>): Promise<Result> => {
  clock = time;
  return run().finally(() => {
    clock = null;
  });
};

const buy = async (items = [itemOf('1'), itemOf('2')]) => {
  const { number, email, lines } = await shop.buy({ items });
  const path = `/api${lines[0]!.statusPath}`;
  const show = async (): Promise<OrderStatusPage> => {
    const { status, body } = await shop.call({ path });
    expect(status).toBe(200);
    return orderStatusPageSchema.parse(body);
  };
  return { number, email, path, show };
};
const statesOf = ({ lines }: OrderStatusPage) => lines.map(({ state }) => state);

describe('a status page', () => {
  test('when an order is paid, then its page has an unguessable address and no personal data (customer 2.55)', async () => {
    const { number, email, path, show } = await buy();
    expect(path).toMatch(/^\/api\/order-status\/[\w-]{43}$/);
    const page = await show();
    const { createdAt, payment } = await shop.storedOrder(number);
    const promise = deliveryPromise(payment.paidAt!);
    expect(page).toEqual({
      orderNumber: number,
      orderDate: createdAt.toISOString(),
      lines: [
        {
          id: `${number}-01`,
          contestName: '関東オープン 2026',
          category: 'メンズフィジーク',
          athleteNumber: '1',
          athleteName: '選手1',
          style: '縦動画',
          price: 5000,
          state: 'in-production',
          isRefunded: false,
        },
        expect.objectContaining({ id: `${number}-02`, state: 'in-production' }),
      ],
      total: 10_000,
      refundedAmount: 0,
      promisedFrom: promise.earliest.toISOString(),
      promisedBy: promise.latest.toISOString(),
      isLate: false,
      deliveredAt: null,
      downloadableUntil: null,
      isRecalled: false,
      feedback: null,
    });
    expect(JSON.stringify(page)).not.toContain(email);
    expect(JSON.stringify(page)).not.toContain('山田');
  });

  test('when the order is paid, then order.paid carries the key of the page', async () => {
    const { number, path } = await buy();
    expect(eventsOf('order.paid', number)).toMatchObject([{ data: { statusToken: path.replace('/api/order-status/', '') } }]);
  });

  test('when its owner looks the order up, then the event of the mail carries the key too', async () => {
    const { number, email, path } = await buy();
    await shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber: number, email } });
    const isOfOrder = (data: unknown) => (data as { orderNumber: string }).orderNumber === number;
    const { data } = await shop.probe.waitFor('order-link.requested', (event) => isOfOrder(event.data));
    expect(data).toMatchObject({ statusToken: path.replace('/api/order-status/', '') });
  });

  test('when it is delivered, then the page says when, and gives no way to the videos (customer 2.55)', async () => {
    const { number, show } = await buy();
    const pageId = await deliverOrder({ number, lines: 2 });
    const { download } = await shop.storedOrder(number);
    const page = await show();
    expect(statesOf(page)).toEqual(['delivered', 'delivered']);
    expect(page).toMatchObject({
      deliveredAt: download!.openedAt.toISOString(),
      downloadableUntil: download!.expiresAt.toISOString(),
      isLate: false,
      isRecalled: false,
    });
    expect(JSON.stringify(page)).not.toContain(pageId);
    expect(JSON.stringify(page)).not.toContain('videos.example');
  });

  test('when the last promised day is over without a delivery, then the order is late, and no longer once it is delivered', async () => {
    const { number, show } = await buy();
    const dayEnds = new Date(new Date((await show()).promisedBy).getTime() + 12 * HOUR);
    expect(await at(new Date(dayEnds.getTime() - 1), show)).toMatchObject({ isLate: false });
    expect(await at(dayEnds, show)).toMatchObject({ isLate: true });
    await at(new Date(dayEnds.getTime() + DAY), async () => {
      await deliverOrder({ number, lines: 2 });
      expect(await show()).toMatchObject({ isLate: false });
    });
  });

  test('when the delivery is recalled, then the videos are in production again and the page says so', async () => {
    const { number, show } = await buy();
    await deliverOrder({ number, lines: 2 });
    expect((await recall(number)).status).toBe(200);
    const page = await show();
    expect(statesOf(page)).toEqual(['in-production', 'in-production']);
    expect(page).toMatchObject({ isRecalled: true, deliveredAt: null, downloadableUntil: null });
    await deliverOrder({ number, lines: 2 });
    expect(await show()).toMatchObject({ isRecalled: false, deliveredAt: expect.any(String) });
  });

  test('when a video is declined, then only that one is declined and refunded; when all are, nothing is awaited any more', async () => {
    const { number, show } = await buy();
    expect((await decline(number, '02')).status).toBe(200);
    const page = await show();
    expect(page.lines).toMatchObject([
      { state: 'in-production', isRefunded: false },
      { state: 'declined', isRefunded: true },
    ]);
    expect(page).toMatchObject({ total: 10_000, refundedAmount: 5000 });
    await decline(number, '01');
    const over = await at(new Date(Date.now() + 30 * DAY), show);
    expect(statesOf(over)).toEqual(['declined', 'declined']);
    expect(over).toMatchObject({ refundedAmount: 10_000, isLate: false });
  });

  test('when the whole price is refunded, then every video is refunded', async () => {
    const { number, show } = await buy();
    const { payment } = await shop.storedOrder(number);
    await shop.stripe.refunds.create({ payment_intent: payment.intentId! });
    await shop.waitForOrder(number, (order) => order.payment.refundedAmount === 10_000);
    const page = await show();
    expect(statesOf(page)).toEqual(['refunded', 'refunded']);
    expect(page.lines.every(({ isRefunded }) => isRefunded)).toBe(true);
    expect(page).toMatchObject({ refundedAmount: 10_000, isLate: false });
  });

  test('when it is completed without a delivery, then it is closed, and in production again once reopened', async () => {
    const { number, show } = await buy();
    await complete(number);
    expect(statesOf(await show())).toEqual(['closed', 'closed']);
    await reopen(number);
    expect(statesOf(await show())).toEqual(['in-production', 'in-production']);
  });

  test('when the address of the order is corrected, then the page moves, because the old address knows it', async () => {
    const { number, path } = await buy();
    const email = shop.newEmail();
    await correct(number, email);
    expect(await shop.call({ path })).toMatchObject({ status: 404, body: { code: 'OrderNotFound' } });
    const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    const [line] = body as unknown as { statusPath: string }[];
    expect((await shop.call({ path: `/api${line!.statusPath}` })).body.orderNumber).toBe(number);
  });
});

describe('the ETag', () => {
  test('when nothing has changed, then the response is a 304 without a body; after a change it is complete', async () => {
    const { number, path } = await buy();
    const first = await shop.call({ path });
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toBe('no-store');
    const again = await shop.call({ path, headers: { 'if-none-match': etag } });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    await deliverOrder({ number, lines: 2 });
    const changed = await shop.call({ path, headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('when the promised day passes, then the tag changes although nobody wrote anything', async () => {
    const { path, show } = await buy();
    const etag = (await shop.call({ path })).headers.get('etag')!;
    const late = new Date(new Date((await show()).promisedBy).getTime() + DAY);
    const { status } = await at(late, () => shop.call({ path, headers: { 'if-none-match': etag } }));
    expect(status).toBe(200);
  });
});

describe('an address that leads nowhere', () => {
  test.each([
    ['unknown', 'x'.repeat(43), 404, 'OrderNotFound'],
    ['too short', 'x'.repeat(20), 400, 'ValidationFailed'],
    ['no token', 'a%2fb', 400, 'ValidationFailed'],
  ])('when the token is %s, then nothing is found', async (_case, token, status, code) => {
    const response = await shop.call({ path: `/api/order-status/${token}` });
    expect([response.status, response.body.code]).toEqual([status, code]);
  });

  test('when the order is not paid yet, then it has no page', async () => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    const { statusToken } = await shop.storedOrder(body.orderNumber);
    expect((await shop.call({ path: `/api/order-status/${statusToken}` })).status).toBe(404);
  });
});
