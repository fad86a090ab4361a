import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { orderLinkRequested } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { deliver, pageIdOf } from './support/deliver.ts';
import { type Lookups, openLookups } from './support/lookups.ts';
import { paymentsOf } from './support/payments.ts';
import { type Answer, type Shop, startShop } from './support/shop.ts';

const UNLIMITED = { LOOKUPS_PER_ADDRESS_HOUR: '100000', LOOKUPS_PER_IP_HOUR: '100000' };
const DAY = 86_400_000;
const PAIRS = 60;
/** How much longer the one may take than the other asked right beside it, in the middle of all pairs: what a busy machine makes of equal work. */
const SAME_TIME = 1.5;

let shop: Shop;
let lookups: Lookups;
beforeAll(async () => {
  shop = await startShop({ env: UNLIMITED });
  lookups = await openLookups(shop);
});
afterAll(async () => {
  await lookups.close();
  await shop.stop();
});

const { opened } = paymentsOf(() => shop);

const refunded = async () => {
  const { email, number, intent } = await shop.buy();
  await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId });
  await shop.until(number, ({ payment }) => payment.refundedAmount === 5000);
  return { email, number };
};

/** Whom a look-up must not find. */
const strangers = async () => [
  { orderNumber: '00000000', email: (await shop.buy()).email },
  { orderNumber: (await shop.buy()).number, email: shop.newEmail() },
  await opened().then(({ number, email }) => ({ orderNumber: number, email })),
  await refunded().then(({ number, email }) => ({ orderNumber: number, email })),
];

/** What an answer shows, without what differs between any two answers. */
const shown = ({ status, headers, body }: Answer) => {
  const { date: _date, 'x-request-id': _id, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, body };
};

describe('an order that is looked up by its number and address', () => {
  test('when it is not delivered, then one event tells its address of it, tied to the request', async () => {
    const { email, number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const answer = await lookups.lookUp({ orderNumber: number, email });
    expect(answer.status).toBe(202);
    await lookups.untilDone();
    const events = lookups.linkEvents(number);
    expect(events).toHaveLength(1);
    expect(events[0]!.correlationId).toBe(answer.headers.get('x-request-id'));
    const { payment } = await shop.stored(number);
    expect(orderLinkRequested.schema.parse(events[0]!.data)).toMatchObject({
      orderNumber: number,
      email,
      customerName: '山田 太郎',
      paidAt: payment.paidAt!.toISOString(),
      lines: [{ lineNumber: `${number}-01`, price: 5000 }, { lineNumber: `${number}-02` }],
      page: null,
    });
  });

  test('when it is delivered, then the event names its page and never a video', async () => {
    const { email, number } = await shop.buy();
    const pageId = pageIdOf(await deliver({ shop, number }));
    await lookups.lookUp({ orderNumber: number, email });
    await lookups.untilDone();
    const { download } = await shop.stored(number);
    const [event] = lookups.linkEvents(number);
    expect(event!.data).toMatchObject({ page: { pageId, expiresAt: download!.expiresAt.toISOString() } });
    expect(JSON.stringify(event)).not.toContain('videos.example');
  });

  test('when a part of its money was given back, then it is still told of', async () => {
    const { email, number, intent } = await shop.buy();
    await shop.stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 4999 });
    await shop.until(number, ({ payment }) => payment.refundedAmount === 4999);
    await lookups.lookUp({ orderNumber: number, email });
    await lookups.untilDone();
    expect(lookups.linkEvents(number)).toHaveLength(1);
  });

  test('when number and address are typed as people type, then it is found', async () => {
    const { email, number } = await shop.buy();
    const wide = number.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    for (const orderNumber of [` ${number} `, wide, `${number}-01`]) {
      expect((await lookups.lookUp({ orderNumber, email: ` ${email.toUpperCase()} ` })).status).toBe(202);
    }
    await lookups.untilDone();
    expect(lookups.linkEvents(number)).toHaveLength(3);
  });
});

describe('whether there is such an order', () => {
  test('when there is none, it is another’s, unpaid or wholly refunded, then no event goes out and nothing is kept', async () => {
    const asked = await strangers();
    for (const each of asked) expect((await lookups.lookUp(each)).status).toBe(202);
    await lookups.untilDone();
    for (const { orderNumber } of asked) expect(lookups.linkEvents(orderNumber)).toHaveLength(0);
  });

  test('when there is one and when there is none, then status, headers and body are the same', async () => {
    const { email, number } = await shop.buy();
    const known = shown(await lookups.lookUp({ orderNumber: number, email }));
    expect(known.body).toEqual({ message: expect.stringMatching(/。$/) });
    expect(JSON.stringify(known)).not.toContain(number);
    for (const each of await strangers()) expect(shown(await lookups.lookUp(each))).toEqual(known);
  });

  test(`when ${PAIRS} pairs are timed side by side, then the median ratio lies within ${SAME_TIME}`, async () => {
    const items = Array.from({ length: 50 }, (_, bib) => itemOf(`${bib + 1}`));
    const { email, number } = await shop.buy({ items });
    const timed = async (orderNumber: string): Promise<number> => {
      const start = performance.now();
      await lookups.lookUp({ orderNumber, email });
      const took = performance.now() - start;
      // What an answer leaves to do must not fall into the next one's time.
      await lookups.untilDone();
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
    expect(median).toBeLessThan(SAME_TIME);
    expect(median).toBeGreaterThan(1 / SAME_TIME);
    // A hundred and twenty answers one after another, on a machine that does other things beside.
  }, 300_000);
});

describe('a look-up that its process did not live to answer', () => {
  test('when another replica starts, then each is answered once, by whichever comes first', async () => {
    const bought = [await shop.buy(), await shop.buy(), await shop.buy()];
    const asked = bought.map(({ number, email }) => ({ orderNumber: number, email }));
    await lookups.leaveBehind([...asked, { orderNumber: '00000000', email: 'nobody@example.jp' }]);
    await Promise.all([shop.startReplica(), shop.startReplica()]);
    await lookups.untilDone();
    for (const { number } of bought) expect(lookups.linkEvents(number)).toMatchObject([{ correlationId: 'left-behind' }]);
  });

  test('when it is older than a day, then it is forgotten', async () => {
    const { number, email } = await shop.buy();
    await lookups.leaveBehind([{ orderNumber: number, email, askedAt: new Date(Date.now() - DAY - 60_000) }]);
    await shop.startReplica();
    await lookups.untilDone();
    expect(lookups.linkEvents(number)).toHaveLength(0);
  });
});

describe('what is no look-up', () => {
  const EMAIL = 'buyer@example.jp';
  test.each([
    ['the number is short', { orderNumber: '1234567', email: EMAIL }, 'orderNumber'],
    ['the number is long', { orderNumber: '123456789', email: EMAIL }, 'orderNumber'],
    ['the number is an operator', { orderNumber: { $ne: null }, email: EMAIL }, 'orderNumber'],
    ['the number holds HTML', { orderNumber: '<b>12345678</b>', email: EMAIL }, 'orderNumber'],
    ['the number is a name of objects', { orderNumber: '__proto__', email: EMAIL }, 'orderNumber'],
    ['the address is an operator', { orderNumber: '12345678', email: { $gt: '' } }, 'email'],
    ['the address holds a line break', { orderNumber: '12345678', email: 'a@b.example\r\nBcc: c@d.example' }, 'email'],
    ['the address holds HTML', { orderNumber: '12345678', email: '<script>@b.example' }, 'email'],
    ['the address is a list', { orderNumber: '12345678', email: [EMAIL] }, 'email'],
    ['the address is missing', { orderNumber: '12345678', email: undefined }, 'email'],
  ])('when %s, then 400 names the field and nothing is taken down', async (_what, asked, field) => {
    await lookups.untilDone();
    const { status, body } = await lookups.lookUp(asked);
    expect([status, body.code, Object.keys(body.fields!)]).toEqual([400, 'ValidationFailed', [field]]);
    expect(await lookups.countStored()).toBe(0);
  });

  test('when the address hides in a prototype, then 400', async () => {
    const body = '{"orderNumber":"12345678","__proto__":{"email":"buyer@example.jp"}}';
    const answer = await shop.call({ method: 'POST', path: '/api/orders/lookup', body });
    expect(answer.status).toBe(400);
    expect(await lookups.countStored()).toBe(0);
  });
});
