import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AdminLine, mailFailed, mailSent } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { itemOf } from './support/catalog.ts';
import { deliver } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
let admin: string;
beforeAll(async () => {
  shop = await startShop();
  admin = await shop.identity.adminCookie();
});
afterAll(() => shop.stop());

const { claim, complete, correct, decline, delivered, extend, reArm, reopen } = deskOf(() => shop);

const list = (headers: Record<string, string> = {}) => shop.call({ path: '/api/orders', cookie: admin, headers });
const tagOf = async (): Promise<string> => String((await list()).headers.get('etag'));
const lineIn = (body: unknown, id: string) => (body as AdminLine[]).find((line) => line.id === id);
const mailFacts = (number: string) => ({
  mailId: randomUUID(),
  causedBy: 'c',
  template: 'order-confirmation',
  recipient: 'a@b.jp',
  orderNumber: number,
});

describe('the tag of the list of orders', () => {
  test('when nothing changed, then 304 without a body, for every way to name the tag', async () => {
    await shop.buy();
    const etag = await tagOf();
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await list({ 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag]);
    }
    const other = await list({ 'if-none-match': '"other"' });
    expect([other.status, other.headers.get('cache-control'), other.headers.get('vary')]).toEqual([
      200,
      'private, no-cache',
      'accept-encoding',
    ]);
  });

  test('when a browser takes no brotli, then it gets the plain bytes under a tag of their own', async () => {
    const plain = await list({ 'accept-encoding': 'identity' });
    const packed = await list({ 'accept-encoding': 'br' });
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'br']);
    expect(plain.body).toEqual(packed.body);
    expect(plain.headers.get('etag')).not.toBe(packed.headers.get('etag'));
  });

  const twoLines = () => shop.buy({ items: [itemOf('1'), itemOf('2')] });
  const withDelivery = async () => {
    const { number, intent } = await twoLines();
    return { number, intent, pageId: await delivered({ number, lines: 2 }) };
  };

  test.each<[string, () => Promise<() => Promise<unknown>>]>([
    ['an order is paid', async () => () => shop.buy()],
    [
      'an order is delivered',
      async () => {
        const { number } = await twoLines();
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
      'a mail has left',
      async () => {
        const { number } = await shop.buy();
        return async () => {
          await shop.probe.publish(
            createEvent(mailSent, { ...mailFacts(number), messageId: '<1@b.jp>', sentAt: '2026-11-20T09:00:01.000Z' }),
          );
          await shop.until(number, ({ mails }) => mails.length === 1);
        };
      },
    ],
    [
      'a mail failed',
      async () => {
        const { number } = await shop.buy();
        return async () => {
          await shop.probe.publish(createEvent(mailFailed, { ...mailFacts(number), reason: '550', failedAt: '2026-11-20T09:00:01.000Z' }));
          await shop.until(number, ({ mails }) => mails.length === 1);
        };
      },
    ],
    [
      'a video is claimed',
      async () => {
        const { number, pageId } = await withDelivery();
        return () => claim(pageId, `${number}-01`);
      },
    ],
    [
      'a video is armed again',
      async () => {
        const { number, pageId } = await withDelivery();
        await claim(pageId, `${number}-01`);
        return () => reArm(number);
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
        const { number } = await twoLines();
        return () => decline(number);
      },
    ],
    [
      'money is given back by hand',
      async () => {
        const { number, intent } = await twoLines();
        return async () => {
          await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 1 });
          await shop.until(number, ({ payment }) => payment.refundedAmount === 1);
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
            .then(() => shop.until(number, ({ payment }) => payment.disputedAt !== undefined));
      },
    ],
  ])('when %s, then it changes at once, and stands still afterwards', async (_what, prepare) => {
    const change = await prepare();
    const before = await tagOf();
    await change();
    const after = await tagOf();
    expect(after).not.toBe(before);
    expect((await list({ 'if-none-match': before })).status).toBe(200);
    expect((await list({ 'if-none-match': after })).status).toBe(304);
  });

  test('when something changed that the list does not show, then it stands', async () => {
    const { number } = await withDelivery();
    await shop.until(number, () => true);
    const before = await tagOf();
    await extend(number);
    await shop.openPayment({ email: shop.newEmail() });
    expect(await tagOf()).toBe(before);
  });

  test('when it is asked at the moment of a change, then no later answer is older than that change', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => shop.buy()));
    await Promise.all(
      orders.map(async ({ number }) => {
        const [, done] = await Promise.all([list(), complete(number), list()]);
        expect(done.status).toBe(200);
        expect(lineIn((await list()).body, `${number}-01`)).toMatchObject({ status: '対応済み' });
      }),
    );
  });
});

describe('two replicas', () => {
  test('when one of them changes an order, then the other’s tag changes too, and both have the same', async () => {
    const { url } = await shop.startReplica();
    const fromReplica = async () => {
      const response = await fetch(`${url}/api/orders`, { headers: { cookie: admin } });
      return { tag: response.headers.get('etag'), lines: (await response.json()) as AdminLine[] };
    };
    const { number } = await shop.buy();
    expect((await fromReplica()).tag).toBe(await tagOf());
    await complete(number);
    const { tag, lines } = await fromReplica();
    expect(lineIn(lines, `${number}-01`)).toMatchObject({ status: '対応済み' });
    expect(tag).toBe(await tagOf());
  });
});
