import type { CustomerLine, OrderRecord } from '@stagereel/contracts';
import { postJson } from '../../../lib/api-client.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';

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

/** POST /api/orders: one record an item, all at once. It may be asked again at will; 402 while the payment is not known to be made. */
export const placeOrders = (attempt: PaymentAttempt): Promise<CustomerLine[]> =>
  postJson<CustomerLine[]>('/api/orders', recordsOf(attempt));
