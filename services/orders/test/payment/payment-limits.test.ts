import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { type Shop, startShop } from '../support/shop.ts';

const shop = useService(() => startShop({ webhooks: 'drop', now: () => fixedTime ?? new Date() }));
const limitedShop = useService(() => startShop({ webhooks: 'drop', settings: { paymentsPerMinute: 5 } }));
let fixedTime: Date | undefined;

const codesOf = (responses: { body: { code: string } }[]) => responses.map(({ body }) => body.code ?? 'ok').sort();

/** Opens payments of one address concurrently, each for a different athlete. */
const openConcurrently = ({ from, email, count }: { from: Shop; email: string; count: number }) =>
  Promise.all(Array.from({ length: count }, (_, bib) => from.openPayment({ email, items: [itemOf(`${bib}`)] })));

describe('the payment limits of an address', () => {
  test('when six payments are opened within a minute, then the sixth is refused with the time to wait', async () => {
    const email = limitedShop.newEmail();
    const responses = await openConcurrently({ from: limitedShop, email, count: 6 });
    expect(codesOf(responses)).toEqual(['PaymentsTooMany', 'ok', 'ok', 'ok', 'ok', 'ok']);
    const retryAfter = Number(responses.find(({ status }) => status === 429)!.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await limitedShop.orders.countDocuments({ email })).toBe(5);
    expect((await limitedShop.openPayment({ email: limitedShop.newEmail() })).status).toBe(200);
  });

  test('when requests are refused or repeated, then they are not counted', async () => {
    const email = limitedShop.newEmail();
    for (const change of [{ amount: 1 }, { amount: 2 }, { amount: 3 }]) {
      expect((await limitedShop.openPayment({ email, change })).body.code).toBe('AmountMismatch');
    }
    for (let repeat = 0; repeat < 3; repeat += 1) expect((await limitedShop.openPayment({ email, key: 'again' })).status).toBe(200);
    expect(codesOf(await openConcurrently({ from: limitedShop, email, count: 4 }))).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect((await limitedShop.openPayment({ email })).body.code).toBe('PaymentsTooMany');
    expect((await limitedShop.openPayment({ email, key: 'again' })).status).toBe(200);
  });

  test('when a client queries its payment endlessly, then the provider is queried up to the limit, and a succeeded payment still counts', async () => {
    const email = limitedShop.newEmail();
    const { body: intent } = await limitedShop.openPayment({ email, key: 'queried' });
    const post = () => limitedShop.postOrders({ email, body: limitedShop.recordOf(intent) });
    const responses = await Promise.all(Array.from({ length: 70 }, post));
    expect(codesOf(responses)).toEqual([...Array(10).fill('PaymentPending'), ...Array(60).fill('PaymentRequired')]);
    const tooMany = responses.find(({ body }) => body.code === 'PaymentPending')!;
    expect(Number(tooMany.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limitedShop.openPayment({ email, key: 'queried' })).body.code).toBe('PaymentsTooMany');

    await limitedShop.payByCard(intent);
    expect((await post()).body.code).toBe('PaymentPending');
    const object = await limitedShop.stripe.paymentIntents.retrieve(intent.paymentIntentId);
    const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } };
    expect((await limitedShop.signedWebhook({ event })).status).toBe(200);
    expect((await post()).status).toBe(200);
  });

  test('when thirty payments are opened concurrently, then exactly ten stay open, and a paid one frees its slot', async () => {
    const email = shop.newEmail();
    const responses = await openConcurrently({ from: shop, email, count: 30 });
    expect(codesOf(responses)).toEqual([...Array(20).fill('PaymentsOpenTooMany'), ...Array(10).fill('ok')]);
    expect(await shop.orders.countDocuments({ email, 'payment.state': 'awaiting' })).toBe(10);

    const index = responses.findIndex(({ status }) => status === 200);
    const { body: intent } = responses[index]!;
    await shop.payByCard(intent);
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
    fixedTime = time;
    return run().finally(() => {
      fixedTime = undefined;
    });
  };

  test('when fifteen orders are created in one millisecond, then each takes the next free number (customer 7.31)', async () => {
    const time = new Date('2026-11-20T09:00:00.123Z');
    await at(time, async () => {
      const responses = await Promise.all(Array.from({ length: 15 }, () => shop.openPayment({ email: shop.newEmail() })));
      expect(responses.map(({ status }) => status)).toEqual(Array(15).fill(200));
      const first = time.getTime() % 100_000_000;
      const numbers = responses.map(({ body }) => Number(body.orderNumber)).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, step) => first + step));
    });
  });

  test('when the clock’s last digits begin with zeros, then the number has eight digits (customer 7.31)', async () => {
    await at(new Date(1_763_600_000_042), async () => {
      const { body } = await shop.openPayment({ email: shop.newEmail() });
      expect(body.orderNumber).toBe('00000042');
      expect((await shop.storedOrder('00000042')).lines[0]!.number).toBe('00000042-01');
    });
  });
});
