import { expect } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { adminOf } from './admin.ts';
import type { Shop } from './shop.ts';

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The total sold and refunded according to the orders, the sales summary and the provider. */
const readSums = async (shop: Shop) => {
  const orders = await shop.orders.find({ 'payment.state': 'paid' }).toArray();
  const intents = new Set(orders.map(({ payment }) => payment.intentId));
  const refunds = await shop.stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const shopRefunds = refunds.filter(({ payment_intent: intent, status }) => intents.has(String(intent)) && status !== 'failed');
  const summary = await adminOf(shop).sales();
  return {
    sold: { orders: sum(orders.map(({ total }) => total)), sales: summary.total, days: sum(summary.days.map(({ total }) => total)) },
    refunded: {
      orders: sum(orders.map(({ payment }) => payment.refundedAmount)),
      provider: sum(shopRefunds.map(({ amount }) => amount)),
      sales: summary.refunded,
      days: sum(summary.days.map(({ refunded }) => refunded)),
      contests: sum(summary.contests.map(({ refunded }) => refunded)),
    },
  };
};

const areEqual = (sums: Record<string, number>): boolean => new Set(Object.values(sums)).size === 1;

/** Waits until orders, sales and provider report the same sums. */
export const expectSumsToMatch = async (shop: Shop): Promise<void> => {
  const { sold, refunded } = await waitUntil(
    async () => {
      const sums = await readSums(shop);
      return areEqual(sums.refunded) && areEqual(sums.sold) && sums;
    },
    { what: 'equal sums in orders, sales and at the provider' },
  );
  expect(areEqual(sold)).toBe(true);
  expect(areEqual(refunded)).toBe(true);
};
