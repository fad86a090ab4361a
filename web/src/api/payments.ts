import type { CreatePaymentIntent, CustomerLine, OrderRecord, PaymentIntentResponse } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { postJson } from '../lib/api-client.ts';
import { type PaymentAttempt, totalPrice } from '../lib/saved-data.ts';

const intentOf = ({ order, customer }: PaymentAttempt): CreatePaymentIntent => ({
  amount: totalPrice(order.items),
  items: order.items.map(({ category, athleteNumber, videoStyle }) => ({
    contestId: order.contestId,
    category,
    athleteNumber,
    videoStyle,
  })),
  customer: { email: customer.email, name: customer.name },
});

/**
 * POST /api/create-payment-intent. A POST can be a query here, because the idempotency key makes it one payment: a reload, a second tab and
 * a second mount get the same payment intent.
 */
export const paymentIntentQuery = (attempt: PaymentAttempt) =>
  queryOptions({
    queryKey: ['payment-intent', attempt.idempotencyKey] as const,
    queryFn: ({ signal }) =>
      postJson<PaymentIntentResponse>('/api/create-payment-intent', intentOf(attempt), {
        headers: { 'idempotency-key': attempt.idempotencyKey },
        signal,
      }),
    gcTime: 0,
  });

const recordsOf = ({ order, customer, orderNumber, paymentIntentId }: PaymentAttempt): OrderRecord[] =>
  order.items.map(({ category, athleteNumber, videoStyle }) => ({
    ...(paymentIntentId !== null && { paymentIntentId }),
    ...(orderNumber !== null && { orderNumber }),
    contestId: order.contestId,
    contestName: order.contestName,
    category,
    athleteNumber,
    style: videoStyle,
    customerEmail: customer.email,
  }));

/** POST /api/orders: one record per item, all in one request. Safe to repeat; 402 until the payment is known to be made. */
export const placeOrder = (attempt: PaymentAttempt): Promise<CustomerLine[]> => postJson<CustomerLine[]>('/api/orders', recordsOf(attempt));

/**
 * POST /api/send-payment-confirmation: makes sure that the order's confirmation mail was sent. The server also sends it by itself once the
 * order is paid.
 */
export const requestConfirmationMail = (input: { orderNumber: string; to: string }): Promise<unknown> =>
  postJson('/api/send-payment-confirmation', input);
