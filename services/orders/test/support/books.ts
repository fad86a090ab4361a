import { expect } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { deskOf } from './desk.ts';
import type { Shop } from './shop.ts';

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** What the orders, the summary of sales and the provider say was sold and given back in all. */
const readBooks = async (shop: Shop) => {
  const orders = await shop.orders.find({ 'payment.state': 'paid' }).toArray();
  const intents = new Set(orders.map(({ payment }) => payment.intentId));
  const refunds = await shop.stripe.refunds.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const ownRefunds = refunds.filter(({ payment_intent: intent, status }) => intents.has(String(intent)) && status !== 'failed');
  const summary = await deskOf(() => shop).sales();
  return {
    sold: { orders: sum(orders.map(({ total }) => total)), sales: summary.total, days: sum(summary.days.map(({ total }) => total)) },
    refunded: {
      orders: sum(orders.map(({ payment }) => payment.refundedAmount)),
      provider: sum(ownRefunds.map(({ amount }) => amount)),
      sales: summary.refunded,
      days: sum(summary.days.map(({ refunded }) => refunded)),
      contests: sum(summary.contests.map(({ refunded }) => refunded)),
    },
  };
};

const isOneFigure = (figures: Record<string, number>): boolean => new Set(Object.values(figures)).size === 1;

/** The same sums stand everywhere, once the provider's news has come. */
export const expectBooksToAgree = async (shop: Shop): Promise<void> => {
  const { sold, refunded } = await waitUntil(
    async () => {
      const books = await readBooks(shop);
      return isOneFigure(books.refunded) && isOneFigure(books.sold) && books;
    },
    { what: 'the same sums in orders, sales and at the provider' },
  );
  expect(isOneFigure(sold)).toBe(true);
  expect(isOneFigure(refunded)).toBe(true);
};
