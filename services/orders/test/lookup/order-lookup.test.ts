import { describe, expect, test } from '@jest/globals';
import { orderLinkRequested } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver, pageIdOf } from '../support/deliveries.ts';
import { openLookups } from '../support/lookups.ts';
import { paymentsOf } from '../support/payments.ts';
import { type ShopResponse, startShop } from '../support/shop.ts';

const UNLIMITED = { lookupsPerAddressHour: 100_000, lookupsPerNetworkHour: 100_000 };
const DAY = 86_400_000;
const PAIRS = 60;
/** The maximum ratio between the median times of the two kinds of lookups. Equal work differs by this much on a busy machine. */
const MAX_RATIO = 1.5;

const shop = useService(() => startShop({ settings: UNLIMITED }));
const lookups = useService(() => openLookups(shop));

const { openOrder } = paymentsOf(shop);

const buyAndRefund = async () => {
  const { email, number, intent } = await shop.buy();
  await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
  await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 5000);
  return { email, number };
};

/** Orders that a lookup must not find: unknown, of another address, unpaid, refunded. */
const inaccessibleOrders = async () => [
  { orderNumber: '00000000', email: (await shop.buy()).email },
  { orderNumber: (await shop.buy()).number, email: shop.newEmail() },
  await openOrder().then(({ number, email }) => ({ orderNumber: number, email })),
  await buyAndRefund().then(({ number, email }) => ({ orderNumber: number, email })),
];

/** A response without the headers that differ between any two responses. */
const comparable = ({ status, headers, body }: ShopResponse) => {
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, body };
};

describe('looking up an order by its number and address', () => {
  test('when it is not delivered, then one event with the request’s correlation id is published', async () => {
    const { email, number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const response = await lookups.lookUp({ orderNumber: number, email });
    expect(response.status).toBe(202);
    await lookups.waitUntilProcessed();
    const events = lookups.linkEvents(number);
    expect(events).toHaveLength(1);
    expect(events[0]!.correlationId).toBe(response.headers.get('x-request-id'));
    const { payment } = await shop.storedOrder(number);
    expect(orderLinkRequested.schema.parse(events[0]!.data)).toMatchObject({
      orderNumber: number,
      email,
      customerName: '山田 太郎',
      paidAt: payment.paidAt!.toISOString(),
      lines: [{ lineNumber: `${number}-01`, price: 5000 }, { lineNumber: `${number}-02` }],
      page: null,
    });
  });

  test('when it is delivered, then the event has its page but no video', async () => {
    const { email, number } = await shop.buy();
    const pageId = pageIdOf(await deliver({ shop, number }));
    await lookups.lookUp({ orderNumber: number, email });
    await lookups.waitUntilProcessed();
    const { download } = await shop.storedOrder(number);
    const [event] = lookups.linkEvents(number);
    expect(event!.data).toMatchObject({ page: { pageId, expiresAt: download!.expiresAt.toISOString() } });
    expect(JSON.stringify(event)).not.toContain('videos.example');
  });

  test('when some videos are delivered, then the event says which ones follow', async () => {
    const { email, number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await adminOf(shop).deliverReady(number, { '01': 'https://videos.example/1' });
    await lookups.lookUp({ orderNumber: number, email });
    await lookups.waitUntilProcessed();
    const [event] = lookups.linkEvents(number);
    expect(event!.data).toMatchObject({ lines: [{}, {}], awaitedLines: [`${number}-02`], page: { pageId: expect.any(String) } });
  });

  test('when a part is refunded, then the link is still sent', async () => {
    const { email, number, intent } = await shop.buy();
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 4999 });
    await shop.waitForOrder(number, ({ payment }) => payment.refundedAmount === 4999);
    await lookups.lookUp({ orderNumber: number, email });
    await lookups.waitUntilProcessed();
    expect(lookups.linkEvents(number)).toHaveLength(1);
  });

  test('when number and address have spaces, full-width digits or capitals, then the order is found', async () => {
    const { email, number } = await shop.buy();
    const wide = number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const orderNumber of [` ${number} `, wide, `${number}-01`]) {
      expect((await lookups.lookUp({ orderNumber, email: ` ${email.toUpperCase()} ` })).status).toBe(202);
    }
    await lookups.waitUntilProcessed();
    expect(lookups.linkEvents(number)).toHaveLength(3);
  });
});

describe('the response does not reveal whether the order exists', () => {
  test('when the order is unknown, unpaid, fully refunded or of another customer, then no event is published and nothing is kept', async () => {
    const requested = await inaccessibleOrders();
    for (const each of requested) expect((await lookups.lookUp(each)).status).toBe(202);
    await lookups.waitUntilProcessed();
    for (const { orderNumber } of requested) expect(lookups.linkEvents(orderNumber)).toHaveLength(0);
  });

  test('when the order exists or not, then status, headers and body are the same', async () => {
    const { email, number } = await shop.buy();
    const known = comparable(await lookups.lookUp({ orderNumber: number, email }));
    expect(known.body).toEqual({ message: expect.stringMatching(/。$/) });
    expect(JSON.stringify(known)).not.toContain(number);
    for (const each of await inaccessibleOrders()) expect(comparable(await lookups.lookUp(each))).toEqual(known);
  });

  test(`when ${PAIRS} pairs are timed side by side, then the median ratio lies within ${MAX_RATIO}`, async () => {
    const items = Array.from({ length: 50 }, (_, bib) => itemOf(`${bib + 1}`));
    const { email, number } = await shop.buy({ items });
    const timed = async (orderNumber: string): Promise<number> => {
      const start = performance.now();
      await lookups.lookUp({ orderNumber, email });
      const took = performance.now() - start;
      // The processing of this lookup must not slow down the next one.
      await lookups.waitUntilProcessed();
      return took;
    };
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const isKnownFirst = pair % 2 === 0;
      const first = await timed(isKnownFirst ? number : '00000000');
      const second = await timed(isKnownFirst ? '00000000' : number);
      ratios.push(isKnownFirst ? first / second : second / first);
    }
    const median = ratios.sort((a, b) => a - b)[PAIRS / 2]!;
    expect(median).toBeLessThan(MAX_RATIO);
    expect(median).toBeGreaterThan(1 / MAX_RATIO);
  }, 300_000);
});

describe('lookups left by a crashed process', () => {
  test('when two replicas start, then each lookup is processed once', async () => {
    const bought = [await shop.buy(), await shop.buy(), await shop.buy()];
    const requested = bought.map(({ number, email }) => ({ orderNumber: number, email }));
    await lookups.storeUnprocessed([...requested, { orderNumber: '00000000', email: 'nobody@example.jp' }]);
    await Promise.all([shop.startReplica(), shop.startReplica()]);
    await lookups.waitUntilProcessed();
    for (const { number } of bought) expect(lookups.linkEvents(number)).toMatchObject([{ correlationId: 'unprocessed' }]);
  });

  test('when a lookup is older than a day, then it is deleted', async () => {
    const { number, email } = await shop.buy();
    await lookups.storeUnprocessed([{ orderNumber: number, email, requestedAt: new Date(Date.now() - DAY - 60_000) }]);
    await shop.startReplica();
    await lookups.waitUntilProcessed();
    expect(lookups.linkEvents(number)).toHaveLength(0);
  });
});

describe('invalid lookups', () => {
  const EMAIL = 'buyer@example.jp';
  test.each([
    ['the number is short', { orderNumber: '1234567', email: EMAIL }, 'orderNumber'],
    ['the number is long', { orderNumber: '123456789', email: EMAIL }, 'orderNumber'],
    ['the number is a query operator', { orderNumber: { $ne: null }, email: EMAIL }, 'orderNumber'],
    ['the number contains HTML', { orderNumber: '<b>12345678</b>', email: EMAIL }, 'orderNumber'],
    ['the number is a property name of objects', { orderNumber: '__proto__', email: EMAIL }, 'orderNumber'],
    ['the address is a query operator', { orderNumber: '12345678', email: { $gt: '' } }, 'email'],
    ['the address contains a line break', { orderNumber: '12345678', email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
    ['the address contains HTML', { orderNumber: '12345678', email: '<script>@b.example' }, 'email'],
    ['the address is a list', { orderNumber: '12345678', email: [EMAIL] }, 'email'],
    ['the address is missing', { orderNumber: '12345678', email: undefined }, 'email'],
  ])('when %s, then 400 names the field and nothing is stored', async (_case, requested, field) => {
    await lookups.waitUntilProcessed();
    const { status, body } = await lookups.lookUp(requested);
    expect([status, body.code, Object.keys(body.fields!)]).toEqual([400, 'ValidationFailed', [field]]);
    expect(await lookups.countStored()).toBe(0);
  });

  test('when the address is set through a prototype, then 400', async () => {
    const body = '{"orderNumber":"12345678","__proto__":{"email":"buyer@example.jp"}}';
    const response = await shop.call({ method: 'POST', path: '/api/orders/lookup', body });
    expect(response.status).toBe(400);
    expect(await lookups.countStored()).toBe(0);
  });
});
