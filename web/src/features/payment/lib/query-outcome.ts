import { baseOrderNumber, type CustomerLine, type PaymentIntentResponse } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import type { PaymentAttempt } from '../../../lib/saved-data.ts';
import type { ProviderView } from '../provider/look-up-intent.ts';
import type { PaymentEvent } from './payment-state.ts';

const NOT_PAID = 'お支払いは完了していません。カードへの請求は行われていません。もう一度お試しください。';

type Deps = {
  placeOrder: (attempt: PaymentAttempt) => Promise<CustomerLine[]>;
  lookUp: (intent: PaymentIntentResponse) => Promise<ProviderView>;
};
type Question = {
  attempt: PaymentAttempt;
  intent: PaymentIntentResponse | null;
  /** The shop abandoned this attempt's payment: its idempotency key opens no payment any more. */
  isGivenUp: boolean;
};

/**
 * `isDead`: the attempt cannot be paid any more. `needsProof`: the browser's verification of the address expired. `needsIntent`: the
 * provider cannot be queried until the shop has returned the payment.
 */
export type Outcome = { event: PaymentEvent; isDead?: boolean; needsProof?: boolean; needsIntent?: boolean };

const outcomeOfView = (view: ProviderView): Outcome => {
  switch (view.kind) {
    case 'unpaid':
      return { event: { type: 'not-paid', message: view.message ?? NOT_PAID } };
    case 'cancelled':
      return { event: { type: 'not-paid', message: NOT_PAID }, isDead: true };
    case 'issuer-page':
      return { event: { type: 'authentication-open', url: view.url } };
    case 'under-way':
      return { event: { type: 'still-pending' } };
  }
};

/** Errors that can disappear with time. */
const PASSING = [402, 408, 425, 429];
const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && !PASSING.includes(status);

/** The server queried the provider before it responded so; an abandoned payment will not change any more. */
const outcomeWithoutIntent = ({ error, isGivenUp }: { error: ApiError; isGivenUp: boolean }): Outcome =>
  isGivenUp && error.code === 'PaymentRequired'
    ? { event: { type: 'not-paid', message: NOT_PAID }, isDead: true }
    : { event: { type: 'still-pending' }, needsIntent: true };

/**
 * Asks the server whether the order is paid. Only if the server answers 402, asks the provider for the state of the payment. Without a clear
 * response the outcome stays pending.
 */
export const queryOutcome = async (deps: Deps, { attempt, intent, isGivenUp }: Question): Promise<Outcome> => {
  try {
    const [line] = await deps.placeOrder(attempt);
    const orderNumber = baseOrderNumber(line?.orderNumber ?? attempt.orderNumber ?? '');
    return { event: { type: 'recorded', orderNumber, statusPath: line?.statusPath ?? null } };
  } catch (error) {
    if (!(error instanceof ApiError)) return { event: { type: 'still-pending' } };
    if (isFinal(error)) return { event: { type: 'recording-refused', message: error.userMessage }, needsProof: error.status === 401 };
    if (error.status !== 402) return { event: { type: 'still-pending' } };
    if (intent === null) return outcomeWithoutIntent({ error, isGivenUp });
    return outcomeOfView(await deps.lookUp(intent));
  }
};
