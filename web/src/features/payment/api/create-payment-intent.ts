import type { CreatePaymentIntent, PaymentIntentAnswer } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { sumOf } from '../../../components/order/order-lines.tsx';
import { postJson } from '../../../lib/api-client.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';

const bodyOf = ({ order, customer }: PaymentAttempt): CreatePaymentIntent => ({
  amount: sumOf(order.items),
  items: order.items.map(({ category, athleteNumber, videoStyle }) => ({
    contestId: order.contestId,
    category,
    athleteNumber,
    videoStyle,
  })),
  customer: { email: customer.email, name: customer.name },
});

/**
 * POST /api/create-payment-intent. The key makes it one payment however often it is asked: a reload, a second tab and a second mount
 * find the same one again. That is why a POST may stand in a query.
 */
export const paymentIntentQuery = (attempt: PaymentAttempt) =>
  queryOptions({
    queryKey: ['payment-intent', attempt.idempotencyKey] as const,
    queryFn: ({ signal }) =>
      postJson<PaymentIntentAnswer>('/api/create-payment-intent', bodyOf(attempt), {
        headers: { 'idempotency-key': attempt.idempotencyKey },
        signal,
      }),
    gcTime: 0,
  });
