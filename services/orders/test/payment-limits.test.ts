import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemOf } from './support/catalog.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
let strict: Shop;
let frozen: Date | undefined;
beforeAll(async () => {
  shop = await startShop({ webhooks: 'drop', now: () => frozen ?? new Date() });
  strict = await startShop({ webhooks: 'drop', env: { PAYMENT_INTENTS_PER_MINUTE: '5' } });
});
afterAll(async () => {
  await shop.stop();
  await strict.stop();
});

const codesOf = (answers: { body: { code: string } }[]) => answers.map(({ body }) => body.code ?? 'ok').sort();

/** So many payments of one address at once, each for another athlete. */
const openAtOnce = ({ from, email, count }: { from: Shop; email: string; count: number }) =>
  Promise.all(Array.from({ length: count }, (_, bib) => from.openPayment({ email, items: [itemOf(`${bib}`)] })));

describe('payments of an address', () => {
  test('when six are opened within a minute, then the sixth is refused and says when to come again', async () => {
    const email = strict.newEmail();
    const answers = await openAtOnce({ from: strict, email, count: 6 });
    expect(codesOf(answers)).toEqual(['PaymentsTooMany', 'ok', 'ok', 'ok', 'ok', 'ok']);
    const retryAfter = Number(answers.find(({ status }) => status === 429)!.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await strict.orders.countDocuments({ email })).toBe(5);
    expect((await strict.openPayment({ email: strict.newEmail() })).status).toBe(200);
  });

  test('when requests are refused or repeated, then they do not count', async () => {
    const email = strict.newEmail();
    for (const change of [{ amount: 1 }, { amount: 2 }, { amount: 3 }]) {
      expect((await strict.openPayment({ email, change })).body.code).toBe('AmountMismatch');
    }
    for (let repeat = 0; repeat < 3; repeat += 1) expect((await strict.openPayment({ email, key: 'again' })).status).toBe(200);
    expect(codesOf(await openAtOnce({ from: strict, email, count: 4 }))).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect((await strict.openPayment({ email })).body.code).toBe('PaymentsTooMany');
  });

  test('when a client asks about its payment without end, then the provider is asked only so often, and money that came still counts', async () => {
    const email = strict.newEmail();
    const { body: intent } = await strict.openPayment({ email, key: 'asked' });
    const post = () => strict.postOrders({ email, body: strict.recordOf(intent) });
    const answers = await Promise.all(Array.from({ length: 70 }, post));
    expect(codesOf(answers)).toEqual([...Array(10).fill('PaymentPending'), ...Array(60).fill('PaymentRequired')]);
    const tooMany = answers.find(({ body }) => body.code === 'PaymentPending')!;
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await strict.openPayment({ email, key: 'asked' })).body.code).toBe('PaymentsTooMany');

    await strict.giveCard(intent);
    expect((await post()).body.code).toBe('PaymentPending');
    const object = await strict.stripe.paymentIntents.retrieve(intent.paymentIntentId);
    const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } };
    expect((await strict.signedWebhook({ event })).status).toBe(200);
    expect((await post()).status).toBe(200);
  });

  test('when thirty are opened at once, then exactly ten stay open, and a place is free again once one is paid', async () => {
    const email = shop.newEmail();
    const answers = await openAtOnce({ from: shop, email, count: 30 });
    expect(codesOf(answers)).toEqual([...Array(20).fill('PaymentsOpenTooMany'), ...Array(10).fill('ok')]);
    expect(await shop.orders.countDocuments({ email, 'payment.state': 'awaiting' })).toBe(10);

    const index = answers.findIndex(({ status }) => status === 200);
    const { body: intent } = answers[index]!;
    await shop.giveCard(intent);
    const placed = await shop.postOrders({ email, body: shop.recordOf(intent, itemOf(`${index}`)) });
    expect(placed.status).toBe(200);
    expect((await shop.openPayment({ email })).status).toBe(200);
    const full = await shop.openPayment({ email });
    expect(full.body.code).toBe('PaymentsOpenTooMany');
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(Number(full.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  });
});

describe('order numbers', () => {
  const at = async <Result>(time: Date, run: () => Promise<Result>): Promise<Result> => {
    frozen = time;
    return run().finally(() => {
      frozen = undefined;
    });
  };

  test('when fifteen orders are placed in one millisecond, then each takes the next free one', async () => {
    const time = new Date('2026-11-20T09:00:00.123Z');
    await at(time, async () => {
      const answers = await Promise.all(Array.from({ length: 15 }, () => shop.openPayment({ email: shop.newEmail() })));
      expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
      const first = time.getTime() % 100_000_000;
      const numbers = answers.map(({ body }) => Number(body.orderNumber)).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, step) => first + step));
    });
  });

  test('when the clock’s last digits begin with zeros, then the number keeps its eight digits', async () => {
    await at(new Date(1_763_600_000_042), async () => {
      const { body } = await shop.openPayment({ email: shop.newEmail() });
      expect(body.orderNumber).toBe('00000042');
      expect((await shop.stored('00000042')).lines[0]!.number).toBe('00000042-01');
    });
  });
});
