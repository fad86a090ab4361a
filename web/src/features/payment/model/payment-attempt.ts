import type { CustomerData, OrderData, PaymentAttempt } from '../../../lib/storage.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The server gives an unpaid order up after a day; an attempt that near its end is not begun again. */
const OPEN_MS = 20 * HOUR_MS;
/** Past this the outcome has long been settled by the server and told by mail. */
const SUBMITTED_MS = 26 * HOUR_MS;

type Wanted = { order: OrderData; customer: Pick<CustomerData, 'email' | 'name' | 'wantsAutoLogin'> };

/** The same order of the same person: contest, videos, prices, address and name. */
export const fingerprintOf = ({ order, customer }: Wanted): string =>
  JSON.stringify([
    order.contestId,
    order.items.map(({ category, athleteNumber, videoStyle, price }) => [category, athleteNumber, videoStyle, price]),
    customer.email,
    customer.name,
  ]);

type Opening = { saved: PaymentAttempt | null; wanted: Wanted | null; now: number; newKey: () => string };

export const newAttempt = ({ wanted, now, newKey }: { wanted: Wanted; now: number; newKey: () => string }): PaymentAttempt => ({
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
 * The attempt the payment page works on. One whose card was sent stays until its outcome is known, whatever is wanted meanwhile, so that
 * nobody pays twice without knowing. An open one serves again for the same order: reload, double click and back button keep its key.
 * Null: there is nothing to pay.
 */
export const attemptToWorkOn = ({ saved, wanted, now, newKey }: Opening): PaymentAttempt | null => {
  const age = saved === null ? 0 : now - saved.startedAt;
  if (saved?.stage === 'submitted' && age < SUBMITTED_MS) return saved;
  if (wanted === null) return null;
  if (saved?.stage === 'open' && age < OPEN_MS && saved.fingerprint === fingerprintOf(wanted)) {
    return { ...saved, customer: { ...saved.customer, wantsAutoLogin: wanted.customer.wantsAutoLogin }, order: wanted.order };
  }
  return newAttempt({ wanted, now, newKey });
};
