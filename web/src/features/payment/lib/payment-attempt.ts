import type { CustomerData, OrderData, PaymentAttempt } from '../../../lib/saved-data.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The server abandons an unpaid order after a day; an attempt close to that is not used again. */
const OPEN_MS = 20 * HOUR_MS;
/** After this time the server has settled the payment and reported the outcome by mail. */
const SUBMITTED_MS = 26 * HOUR_MS;

type OrderToPay = { order: OrderData; customer: Pick<CustomerData, 'email' | 'name' | 'wantsAutoLogin'> };

/** Identifies the order: contest, videos, prices, address and name. */
export const fingerprintOf = ({ order, customer }: OrderToPay): string =>
  JSON.stringify([
    order.contestId,
    order.items.map(({ category, athleteNumber, videoStyle, price }) => [category, athleteNumber, videoStyle, price]),
    customer.email,
    customer.name,
  ]);

type Input = { saved: PaymentAttempt | null; wanted: OrderToPay | null; now: number; newKey: () => string };

export const newAttempt = ({ wanted, now, newKey }: { wanted: OrderToPay; now: number; newKey: () => string }): PaymentAttempt => ({
  idempotencyKey: newKey(),
  fingerprint: fingerprintOf(wanted),
  startedAt: now,
  stage: 'open',
  order: wanted.order,
  customer: { email: wanted.customer.email, name: wanted.customer.name, wantsAutoLogin: wanted.customer.wantsAutoLogin },
  orderNumber: null,
  paymentIntentId: null,
});

/**
 * The attempt that the payment page continues. An attempt whose card was sent stays until its outcome is known, whatever the order is now,
 * so that nobody pays twice by accident. An open attempt is reused for the same order: a reload, a double click and the back button keep
 * its key. Null: there is nothing to pay.
 */
export const currentAttempt = ({ saved, wanted, now, newKey }: Input): PaymentAttempt | null => {
  const age = saved === null ? 0 : now - saved.startedAt;
  if (saved?.stage === 'submitted' && age < SUBMITTED_MS) return saved;
  if (wanted === null) return null;
  if (saved?.stage === 'open' && age < OPEN_MS && saved.fingerprint === fingerprintOf(wanted)) {
    return { ...saved, customer: { ...saved.customer, wantsAutoLogin: wanted.customer.wantsAutoLogin }, order: wanted.order };
  }
  return newAttempt({ wanted, now, newKey });
};
