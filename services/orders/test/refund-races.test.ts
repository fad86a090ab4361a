import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HOUR } from '@stagereel/contracts';
import { createLogger } from '@stagereel/service-kit';
import { createStripePayments } from '../src/adapters/stripe-payments.ts';
import { findPaidOrder } from '../src/domain/find-paid-order.ts';
import type { OrderStore, PaymentProvider } from '../src/domain/ports.ts';
import { refundLine } from '../src/domain/refund-line.ts';
import { expectBooksToAgree } from './support/books.ts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { startShopWithRepository } from './support/repository.ts';
import type { Shop } from './support/shop.ts';

// What happens between the provider's answer and its write, made to happen exactly there: by the repository itself, on the real database.
let shop: Shop;
let orders: OrderStore;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ shop, orders, stop } = await startShopWithRepository());
});
afterAll(() => stop());

const { decline } = deskOf(() => shop);

/** An order of two videos: the refund of the first is decided, the second was given back. */
const halfGivenBack = async () => {
  const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')] });
  expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
  const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
  // The reconciler is not to be faster.
  const refundCheckAt = new Date(Date.now() + HOUR * 1000);
  const decision = { 'lines.0.productionPossible': true, 'lines.0.declined': declined, 'payment.refundCheckAt': refundCheckAt };
  await shop.orders.updateOne({ number }, { $set: decision, $inc: { revision: 1 } });
  const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent.paymentIntentId })).data;
  return { number, refundId: refund!.id };
};

test('when another refund comes back between the provider’s answer and its write, then the sum is without it', async () => {
  const { number, refundId } = await halfGivenBack();
  const real = createStripePayments(shop.stripe);
  const refund: PaymentProvider['refund'] = async (wanted) => {
    const answer = await real.refund(wanted);
    expect(answer).toEqual({ state: 'succeeded', refundedAmount: 9500 });
    await shop.simulator.failRefund(refundId);
    await shop.until(number, ({ lines }) => lines[1]!.declined?.refundState === 'failed');
    return answer;
  };
  const logger = createLogger({ service: 'orders', level: 'silent' });
  const deps = { orders, provider: { refund, chargeOf: real.chargeOf }, now: () => new Date(), logger };
  const { order } = await refundLine(deps, { order: await findPaidOrder({ orders }, number), lineNumber: `${number}-01` });
  expect(order.lines.map(({ declined }) => declined?.refundState)).toEqual(['succeeded', 'failed']);
  expect((await shop.stored(number)).payment.refundedAmount).toBe(5000);
  await expectBooksToAgree(shop);
});
