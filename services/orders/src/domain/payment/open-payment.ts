import { createHash } from 'node:crypto';
import type { CreatePaymentIntent } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import type { Order } from '../order/order.ts';
import { createOrder } from './create-order.ts';
import type { PaymentSecret } from './payment-provider.ts';
import { priceItems } from './price-items.ts';

type OpenPayment = { verifiedEmails: readonly string[]; idempotencyKey: string | undefined; body: CreatePaymentIntent };
type OpenedPayment = PaymentSecret & { order: Order };
type OrderRequest = Order['request'];

const MAX_KEY_LENGTH = 255;
const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The key is scoped to the address, so nobody reaches another customer's order by guessing a key. */
const requestOf = ({ idempotencyKey, body }: OpenPayment): OrderRequest => {
  if (!idempotencyKey || idempotencyKey.length > MAX_KEY_LENGTH) throw new AppError('IdempotencyKeyRequired');
  const { amount, items, customer } = body;
  const videos = items.map(({ contestId, category, athleteNumber, videoStyle }) => [contestId, category, athleteNumber, videoStyle]);
  return { key: sha256([customer.email, idempotencyKey]), digest: sha256([amount, videos, customer.email, customer.name]) };
};

/** Opens the payment of an order, or returns the one that an earlier call of the same request opened. */
const openProviderPayment = async ({ orders, provider, paymentLimits }: OrdersDeps, order: Order): Promise<OpenedPayment> => {
  if (order.payment.intentId) {
    const retryAfterSeconds = await paymentLimits.countQuery(order.email);
    if (retryAfterSeconds !== null) throw new AppError('PaymentsTooMany', { retryAfterSeconds });
    return { order, ...(await provider.getSecret(order.payment.intentId)) };
  }
  const payment = await provider.create(order);
  if (await orders.attachIntent({ id: order.id, intentId: payment.intentId })) return { order, ...payment };
  // The order was cancelled in the meantime, so nobody may pay for it.
  await provider.cancel(payment.intentId);
  throw new AppError('IdempotencyKeyReused');
};

type ContinueOrder = { order: Order; request: OrderRequest; email: string };

const continueOrder = async (deps: OrdersDeps, { order, request, email }: ContinueOrder): Promise<OpenedPayment> => {
  if (order.request.digest !== request.digest || order.payment.state === 'cancelled') throw new AppError('IdempotencyKeyReused');
  // The digest contains the address at creation; an admin may have corrected it since.
  if (order.email !== email) throw new AppError('IdempotencyKeyReused');
  return openProviderPayment(deps, order);
};

/**
 * Creates an order and its payment, and returns what the card form needs. The order is stored before the provider is called, so every payment
 * has an order. A repeated request (same key and body) continues the same order, even after a crash at any step, and
 * even if a new request would be refused by then.
 * @throws AppError ProofRequired, IdempotencyKeyRequired, IdempotencyKeyReused, ItemsDuplicated, ItemsUnavailable, AmountMismatch,
 * PaymentsTooMany, PaymentsOpenTooMany, PaymentUnavailable, ServiceUnavailable
 */
export const openPayment = async (deps: OrdersDeps, input: OpenPayment): Promise<OpenedPayment> => {
  const { email } = input.body.customer;
  if (!input.verifiedEmails.includes(email)) throw new AppError('ProofRequired');
  const request = requestOf(input);
  const earlier = await deps.orders.findByRequest(request.key);
  if (earlier) return continueOrder(deps, { order: earlier, request, email });
  const counted = await deps.paymentLimits.countPayment(email);
  try {
    const lines = await priceItems(deps, input.body);
    const { order, isNew } = await createOrder(deps, { email, customerName: input.body.customer.name, request, lines });
    if (!isNew) await counted.undo();
    return await continueOrder(deps, { order, request, email });
  } catch (error) {
    await counted.undo();
    throw error;
  }
};
