import { expect, test } from '@jest/globals';
import { HOUR } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { createStripePayments } from '../../src/adapters/stripe-payments.ts';
import { findPaidOrder } from '../../src/domain/order/find-order.ts';
import type { PaidOrder } from '../../src/domain/order/order.ts';
import type { PaymentProvider, RefundResult } from '../../src/domain/payment/payment-provider.ts';
import { refundLine } from '../../src/domain/refund/refund-line.ts';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShopWithRepository } from '../support/repository.ts';
import { expectSumsToMatch } from '../support/sums.ts';

const shop = useService(() => startShopWithRepository());

const { decline } = adminOf(shop);

/** An order of two videos: the refund of the first is pending, the second is refunded. */
const buyHalfRefunded = async () => {
  const { number, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2', '横動画')] });
  expect((await decline(number, '02')).body.lines[1]!.declined!.refundState).toBe('succeeded');
  const declined = { at: new Date(), reason: '理由', refundState: 'pending', attempt: 1 } as const;
  // Late enough that the refund job does not run before the test.
  const refundCheckAt = new Date(Date.now() + HOUR * 1000);
  const decision = { 'lines.0.productionPossible': true, 'lines.0.declined': declined, 'payment.refundCheckAt': refundCheckAt };
  await shop.orders.updateOne({ number }, { $set: decision, $inc: { revision: 1 } });
  const [refund] = (await shop.stripe.refunds.list({ payment_intent: intent.paymentIntentId })).data;
  return { number, refundId: refund!.id };
};

test('when another refund fails between the provider’s response and its write, then the sum excludes it', async () => {
  const { number, refundId } = await buyHalfRefunded();
  const provider = createStripePayments(shop.stripe);
  const refund: PaymentProvider['refund'] = async (request) => {
    const result = await provider.refund(request);
    expect(result).toEqual({ state: 'succeeded', refundedAmount: 9500 });
    await shop.simulator.failRefund(refundId);
    await shop.waitForOrder(number, ({ lines }) => lines[1]!.declined?.refundState === 'failed');
    return result;
  };
  const deps = shop.depsWith({ provider: { ...provider, refund } });
  const { order } = await refundLine(deps, { order: await findPaidOrder(deps, number), lineNumber: `${number}-01` });
  expect(order.lines.map(({ declined }) => declined?.refundState)).toEqual(['succeeded', 'failed']);
  expect((await shop.storedOrder(number)).payment.refundedAmount).toBe(5000);
  await expectSumsToMatch(shop);
});

const refundWith = async ({ number, order, result }: { number: string; order?: PaidOrder; result: RefundResult }) => {
  const provider = { ...createStripePayments(shop.stripe), refund: async () => result };
  const deps = shop.depsWith({ provider });
  return refundLine(deps, { order: order ?? (await findPaidOrder(deps, number)), lineNumber: `${number}-01` });
};

test('when the provider has not decided about a refund, then the order stays as it is', async () => {
  const { number } = await buyHalfRefunded();
  const before = await shop.waitForOrder(number, () => true);
  expect((await refundWith({ number, result: { state: 'pending' } })).result).toEqual({ state: 'pending' });
  expect(await shop.storedOrder(number)).toEqual(before);
});

test('when two calls refund a line, then one of them writes the result', async () => {
  const { number } = await buyHalfRefunded();
  const order = await findPaidOrder(shop.depsWith({}), number);
  const result = { state: 'succeeded', refundedAmount: 9500 } as const;
  await refundWith({ number, order, result });
  const settled = await shop.waitForOrder(number, ({ lines }) => lines[0]!.declined?.refundState === 'succeeded');
  await refundWith({ number, order, result });
  expect(await shop.storedOrder(number)).toEqual(settled);
});

test('when the result of an earlier attempt arrives, then the pending attempt stays pending', async () => {
  const { number } = await buyHalfRefunded();
  const order = await findPaidOrder(shop.depsWith({}), number);
  await shop.orders.updateOne({ number }, { $set: { 'lines.0.declined.attempt': 2 }, $inc: { revision: 1 } });
  const before = await shop.waitForOrder(number, () => true);
  await refundWith({ number, order, result: { state: 'failed', reason: '理由', isDisputed: false } });
  expect(await shop.storedOrder(number)).toEqual(before);
});
