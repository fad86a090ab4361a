import { describe, expect, test } from '@jest/globals';
import { itemOf } from './support/catalog.ts';
import { type Shop, startShop } from './support/shop.ts';

const withShop = async (options: Parameters<typeof startShop>[0], run: (shop: Shop) => Promise<void>): Promise<void> => {
  const shop = await startShop({ webhooks: 'drop', ...options });
  try {
    await run(shop);
  } finally {
    await shop.stop();
  }
};

const codesOf = (answers: { body: { code: string } }[]) => answers.map(({ body }) => body.code ?? 'ok').sort();

describe('payments of an address', () => {
  test('when six are opened within a minute, then the sixth is refused and says when to come again', async () => {
    await withShop({ env: { PAYMENT_INTENTS_PER_MINUTE: '5' } }, async (shop) => {
      const email = shop.newEmail();
      const answers = await Promise.all(Array.from({ length: 6 }, (_, bib) => shop.openPayment({ email, items: [itemOf(`${bib}`)] })));
      expect(codesOf(answers)).toEqual(['PaymentsTooMany', 'ok', 'ok', 'ok', 'ok', 'ok']);
      const refused = answers.find(({ status }) => status === 429)!;
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      expect(await shop.orders.countDocuments({ email })).toBe(5);
      expect((await shop.openPayment({ email: shop.newEmail() })).status).toBe(200);
    });
  });

  test('when requests are refused or repeated, then they do not count', async () => {
    await withShop({ env: { PAYMENT_INTENTS_PER_MINUTE: '2' } }, async (shop) => {
      const email = shop.newEmail();
      for (const change of [{ amount: 1 }, { amount: 2 }, { amount: 3 }]) {
        expect((await shop.openPayment({ email, change })).body.code).toBe('AmountMismatch');
      }
      for (let repeat = 0; repeat < 3; repeat += 1) expect((await shop.openPayment({ email, key: 'again' })).status).toBe(200);
      expect((await shop.openPayment({ email })).status).toBe(200);
      expect((await shop.openPayment({ email })).body.code).toBe('PaymentsTooMany');
    });
  });

  test('when thirty are opened at once, then exactly ten stay open, and a place is free again once one is paid', async () => {
    await withShop({}, async (shop) => {
      const email = shop.newEmail();
      const answers = await Promise.all(Array.from({ length: 30 }, (_, bib) => shop.openPayment({ email, items: [itemOf(`${bib}`)] })));
      expect(codesOf(answers)).toEqual([...Array(20).fill('PaymentsOpenTooMany'), ...Array(10).fill('ok')]);
      expect(await shop.orders.countDocuments({ email, 'payment.state': 'awaiting' })).toBe(10);

      const index = answers.findIndex(({ status }) => status === 200);
      const { body: intent } = answers[index]!;
      await shop.giveCard(intent);
      const placed = await shop.postOrders({ email, body: shop.recordOf(intent, itemOf(`${index}`)) });
      expect(placed.status).toBe(200);
      expect((await shop.openPayment({ email })).status).toBe(200);
      expect((await shop.openPayment({ email })).body.code).toBe('PaymentsOpenTooMany');
    });
  });
});

describe('order numbers', () => {
  test('when forty orders are placed in one millisecond, then each takes the next free one', async () => {
    const frozen = new Date('2026-11-20T09:00:00.123Z');
    await withShop({ now: () => frozen }, async (shop) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => shop.openPayment({ email: shop.newEmail() })));
      expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(200));
      const first = frozen.getTime() % 100_000_000;
      const numbers = answers.map(({ body }) => Number(body.orderNumber)).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 40 }, (_, step) => first + step));
    });
  });

  test('when the clock’s last digits begin with zeros, then the number keeps its eight digits', async () => {
    await withShop({ now: () => new Date(1_763_600_000_042) }, async (shop) => {
      const { body } = await shop.openPayment({ email: shop.newEmail() });
      expect(body.orderNumber).toBe('00000042');
      expect((await shop.stored('00000042')).lines[0]!.number).toBe('00000042-01');
    });
  });
});
