import { describe, expect, jest, test } from '@jest/globals';
import type { OrdersDeps } from '../deps.ts';
import type { Order } from '../order/order.ts';
import { handleProviderEvent } from './handle-provider-event.ts';

const paidOrder = {
  number: '12345678',
  total: 5000,
  lines: [{ price: 5000, productionPossible: false, claim: null }],
  payment: { state: 'paid', paidAt: new Date(), intentId: 'pi_1', refundedAmount: 1000, refundFailures: [{}], disputeOutcome: null },
} as unknown as Order;

/** `isRaised`: whether the webhook raised the refunded sum. `order`: the order of the payment. */
const handleRefund = async ({ isRaised, order }: { isRaised: boolean; order: Order | null }) => {
  const warn = jest.fn();
  const deps = {
    orders: {
      raiseRefundedAmount: async () => isRaised,
      findByIntent: async () => order,
      findByNumber: async () => order,
      save: async ({ order: changed }: { order: Order }) => changed,
    },
    provider: { getCharge: async () => ({ dispute: null, amountLeft: 4000, refundedAmount: 1000 }) },
    logger: { warn },
    now: () => new Date(),
  } as unknown as OrdersDeps;
  await handleProviderEvent(deps, { kind: 'refunded', intentId: 'pi_1', refundedAmount: 1000 });
  expect(warn).toHaveBeenCalledTimes(1);
  return warn.mock.calls[0];
};

describe('the log entry of a refund webhook', () => {
  test('when the webhook raises the refunded sum, then the payment is known', async () => {
    expect(await handleRefund({ isRaised: true, order: paidOrder })).toMatchObject([{ isKnown: true }, 'Payment refunded']);
  });

  test('when the sum is recounted because a refund failed before, then the payment is known', async () => {
    expect(await handleRefund({ isRaised: false, order: paidOrder })).toMatchObject([{ isKnown: true }, 'Payment refunded']);
  });

  test('when no order has the payment, then the payment is unknown', async () => {
    expect(await handleRefund({ isRaised: false, order: null })).toMatchObject([{ isKnown: false }, 'Payment refunded']);
  });
});
