import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AdminLine, mailFailed, mailSent, type OrderChanges } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
let admin: string;
beforeAll(async () => {
  admin = await shop.identity.adminCookie();
});

const { claim, complete, correct, decline, deliverOrder, extend, reArm, reopen } = adminOf(shop);

const listOrders = (headers: Record<string, string> = {}) => shop.call({ path: '/api/orders', cookie: admin, headers });
const currentETag = async (): Promise<string> => String((await listOrders()).headers.get('etag'));
const findLine = (body: unknown, id: string) => (body as AdminLine[]).find((line) => line.id === id);
const mailFields = (number: string) => ({
  mailId: randomUUID(),
  causedBy: 'c',
  template: 'order-confirmation',
  recipient: 'a@b.jp',
  orderNumber: number,
});

describe('the ETag of the order list', () => {
  test('when nothing has changed, then 304 without a body, for every form of If-None-Match (admin 7.35)', async () => {
    await shop.buy();
    const etag = await currentETag();
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await listOrders({ 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    }
    const other = await listOrders({ 'if-none-match': '"other"' });
    expect([other.status, other.headers.get('cache-control'), other.headers.get('vary')]).toEqual([200, 'no-store', 'accept-encoding']);
  });

  test('when a browser does not accept brotli, then it gets uncompressed bytes with a separate ETag', async () => {
    // A list of one line is too short to be compressed.
    await buyTwoLines();
    const plain = await listOrders({ 'accept-encoding': 'identity' });
    const packed = await listOrders({ 'accept-encoding': 'br' });
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'br']);
    expect(plain.body).toEqual(packed.body);
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'));
  });

  const buyTwoLines = () => shop.buy({ items: [itemOf('1'), itemOf('2')] });
  const buyAndDeliver = async () => {
    const { number, intent } = await buyTwoLines();
    return { number, intent, pageId: await deliverOrder({ number, lines: 2 }) };
  };

  test.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['an order is paid', async () => () => shop.buy()],
    [
      'an order is delivered',
      async () => {
        const { number } = await buyTwoLines();
        return () => deliver({ shop, number, lines: 2 });
      },
    ],
    [
      'an order is completed',
      async () => {
        const { number } = await shop.buy();
        return () => complete(number);
      },
    ],
    [
      'an order is reopened',
      async () => {
        const { number } = await shop.buy();
        await complete(number);
        return () => reopen(number);
      },
    ],
    [
      'a mail was sent',
      async () => {
        const { number } = await shop.buy();
        return async () => {
          await shop.probe.publish(
            createEvent(mailSent, { ...mailFields(number), messageId: '<1@b.jp>', sentAt: '2026-11-20T09:00:01.000Z' }),
          );
          await shop.waitForOrder(number, ({ mails }) => mails.length === 1);
        };
      },
    ],
    [
      'a mail failed',
      async () => {
        const { number } = await shop.buy();
        return async () => {
          await shop.probe.publish(
            createEvent(mailFailed, { ...mailFields(number), kind: 'refused', reason: '550', failedAt: '2026-11-20T09:00:01.000Z' }),
          );
          await shop.waitForOrder(number, ({ mails }) => mails.length === 1);
        };
      },
    ],
    [
      'a video is claimed',
      async () => {
        const { number, pageId } = await buyAndDeliver();
        return () => claim(pageId, `${number}-01`);
      },
    ],
    [
      'a video is re-armed',
      async () => {
        const { number, pageId } = await buyAndDeliver();
        await claim(pageId, `${number}-01`);
        return () => reArm(number);
      },
    ],
    [
      'a download page is extended',
      async () => {
        const { number } = await buyAndDeliver();
        return () => extend(number);
      },
    ],
    [
      'an address is corrected',
      async () => {
        const { number } = await shop.buy();
        return () => correct(number, shop.newEmail());
      },
    ],
    [
      'a line is declined',
      async () => {
        const { number } = await buyTwoLines();
        return () => decline(number);
      },
    ],
    [
      'a part is refunded by hand',
      async () => {
        const { number, intent } = await buyTwoLines();
        return async () => {
          await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 1 });
          await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 1);
        };
      },
    ],
    [
      'a payment is disputed',
      async () => {
        const { number, intent } = await shop.buy();
        return () =>
          shop
            .signedWebhook({
              event: {
                id: 'evt_1',
                object: 'event',
                type: 'charge.dispute.created',
                data: { object: { payment_intent: intent.paymentIntentId, created: 1_795_000_000 } },
              },
            })
            .then(() => shop.waitForOrder(number, ({ payment }) => payment.disputedAt !== undefined));
      },
    ],
  ])('when %s, then it changes at once, and then stays the same', async (_case, prepare) => {
    const change = await prepare();
    const before = await currentETag();
    await change();
    const after = await currentETag();
    expect(after).not.toBe(before);
    expect((await listOrders({ 'if-none-match': before })).status).toBe(200);
    expect((await listOrders({ 'if-none-match': after })).status).toBe(304);
  });

  test('when something changes that the list does not show, then it stays the same', async () => {
    const { number } = await buyAndDeliver();
    await shop.waitForOrder(number, () => true);
    const before = await currentETag();
    // As a receipt does.
    await shop.orders.updateOne({ number }, { $inc: { revision: 1 }, $currentDate: { changedAt: true } });
    await shop.openPayment({ email: shop.newEmail() });
    expect(await currentETag()).toBe(before);
  });

  test('when the list is requested during a change, then every later response includes the change', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => shop.buy()));
    await Promise.all(
      orders.map(async ({ number }) => {
        const [, done] = await Promise.all([listOrders(), complete(number), listOrders()]);
        expect(done.status).toBe(200);
        expect(findLine((await listOrders()).body, `${number}-01`)).toMatchObject({ status: '対応済み' });
      }),
    );
  });
});

describe('the order list of two replicas', () => {
  test('when one replica changes an order, then the other’s ETag changes too, both are equal, and a cursor of one is known to the other', async () => {
    const { url } = await shop.startReplica();
    const changesOf = {
      one: async (since: string) =>
        (await shop.call({ path: `/api/orders?since=${since}`, cookie: admin })).body as unknown as OrderChanges,
      other: async (since: string) =>
        (await (await fetch(`${url}/api/orders?since=${since}`, { headers: { cookie: admin } })).json()) as OrderChanges,
    };
    const fromReplica = async () => {
      const response = await fetch(`${url}/api/orders`, { headers: { cookie: admin } });
      return { tag: response.headers.get('etag'), lines: (await response.json()) as AdminLine[] };
    };
    const { number } = await shop.buy();
    expect((await fromReplica()).tag).toBe(await currentETag());
    const { cursor, total } = await changesOf.one('');
    expect(await changesOf.other(cursor)).toEqual({ cursor, isRestart: false, hasMore: false, total, orders: [] });
    await complete(number);
    const changed = await changesOf.other(cursor);
    expect([findLine(changed.orders, `${number}-01`)?.status, changed.isRestart, changed.total]).toEqual(['対応済み', false, total]);
    expect(await changesOf.one(changed.cursor)).toEqual({ ...changed, orders: [] });
    const { tag, lines } = await fromReplica();
    expect(findLine(lines, `${number}-01`)).toMatchObject({ status: '対応済み' });
    expect(tag).toBe(await currentETag());
  });
});
