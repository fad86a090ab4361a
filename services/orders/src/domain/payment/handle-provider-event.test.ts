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

describe('a payment that succeeds while its order is forgotten', () => {
  test('when the order was forgotten after it was read, then the payment is flagged and not lost', async () => {
    const order = {
      ...paidOrder,
      id: 'order',
      email: 'hana@example.jp',
      payment: { ...paidOrder.payment, state: 'cancelled', intentId: null },
    };
    const markFlagged = jest.fn(async () => true);
    const deps = {
      orders: {
        findByIntent: async () => order,
        // Its filter excludes forgotten orders.
        markPaid: async () => null,
        findById: async () => ({ ...order, email: '' }),
        markFlagged,
      },
      logger: { error: jest.fn() },
      now: () => new Date(),
    } as unknown as OrdersDeps;
    const payment = { intentId: 'pi_1', orderId: 'order', status: 'succeeded', amountReceived: 5000, currency: 'jpy' } as const;
    await handleProviderEvent(deps, { kind: 'payment-succeeded', payment });
    expect(markFlagged).toHaveBeenCalledWith({ id: 'order', intentId: 'pi_1', received: { amount: 5000, currency: 'jpy' } });
  });
});

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
