import { createHash } from 'node:crypto';
import type { CreatePaymentIntent } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Order } from './order.ts';
import type { Catalog, OrderStore, PaymentLimits, PaymentProvider } from './ports.ts';
import { priceItems } from './price-items.ts';
import { storeOrder } from './store-order.ts';

export type OpenPaymentDeps = {
  orders: Pick<OrderStore, 'insert' | 'openPlaces' | 'findByRequest' | 'attachIntent'>;
  catalog: Catalog;
  provider: Pick<PaymentProvider, 'create' | 'reopen' | 'cancel'>;
  limits: PaymentLimits;
  now: () => Date;
  /** How long after its birth the reconciler first looks at an order, in ms. */
  checkAfterMs: number;
  /** The age in ms at which an unpaid order is given up. */
  sweepAfterMs: number;
};
type OpenPayment = { provenEmails: readonly string[]; idempotencyKey: string | undefined; body: CreatePaymentIntent };
type OpenedPayment = { order: Order; intentId: string; clientSecret: string };

const MOST_KEY_LENGTH = 255;
const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** The key belongs to the address: nobody meets another's order by guessing it. */
const requestOf = ({ idempotencyKey, body }: OpenPayment): Order['request'] => {
  if (!idempotencyKey || idempotencyKey.length > MOST_KEY_LENGTH) throw new AppError('IdempotencyKeyRequired');
  const { amount, items, customer } = body;
  const wanted = items.map(({ contestId, category, athleteNumber, videoStyle }) => [contestId, category, athleteNumber, videoStyle]);
  return { key: sha256([customer.email, idempotencyKey]), digest: sha256([amount, wanted, customer.email, customer.name]) };
};

/** Goes on with an order where an earlier call of the same request left it. */
const preparePayment = async (deps: OpenPaymentDeps, order: Order): Promise<OpenedPayment> => {
  if (order.payment.intentId) {
    const retryAfterSeconds = await deps.limits.ask(order.email);
    if (retryAfterSeconds !== null) throw new AppError('PaymentsTooMany', { retryAfterSeconds });
    return { order, ...(await deps.provider.reopen(order.payment.intentId)) };
  }
  const payment = await deps.provider.create(order);
  if (await deps.orders.attachIntent({ id: order.id, intentId: payment.intentId })) return { order, ...payment };
  // Given up while the provider was thinking: nobody may pay for it any more.
  await deps.provider.cancel(payment.intentId);
  throw new AppError('IdempotencyKeyReused');
};

const placeOrder = async (deps: OpenPaymentDeps, input: OpenPayment & { request: Order['request'] }): Promise<OpenedPayment> => {
  const { body, request } = input;
  const { email, name: customerName } = body.customer;
  const permit = await deps.limits.take(email);
  try {
    const lines = await priceItems(deps, body);
    const { order, isNew } = await storeOrder(deps, { email, customerName, request, lines });
    if (!isNew) await permit.giveBack();
    return await resumePayment(deps, { order, request, email });
  } catch (error) {
    await permit.giveBack();
    throw error;
  }
};

const resumePayment = async (
  deps: OpenPaymentDeps,
  { order, request, email }: { order: Order; request: Order['request']; email: string },
): Promise<OpenedPayment> => {
  if (order.request.digest !== request.digest || order.payment.state === 'cancelled') throw new AppError('IdempotencyKeyReused');
  // The digest holds the address that placed it; an admin may have corrected that since.
  if (order.email !== email) throw new AppError('IdempotencyKeyReused');
  return preparePayment(deps, order);
};

/**
 * From a basket to a payment that a card can be given for. The order is stored before the provider hears of it, so that no payment is ever
 * without an order; the same key and body find the same order again, wherever a crash left it.
 * @throws AppError ProofRequired, IdempotencyKeyRequired, IdempotencyKeyReused, ItemsDuplicated, ItemsUnavailable, AmountMismatch,
 * PaymentsTooMany, PaymentsOpenTooMany, PaymentUnavailable, ServiceUnavailable
 */
export const openPayment = async (deps: OpenPaymentDeps, input: OpenPayment): Promise<OpenedPayment> => {
  if (!input.provenEmails.includes(input.body.customer.email)) throw new AppError('ProofRequired');
  const request = requestOf(input);
  const known = await deps.orders.findByRequest(request.key);
  return known ? resumePayment(deps, { order: known, request, email: input.body.customer.email }) : placeOrder(deps, { ...input, request });
};
