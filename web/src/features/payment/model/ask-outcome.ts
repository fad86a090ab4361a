import type { CustomerLine, PaymentIntentAnswer } from '@stagereel/contracts';
import { baseOrderNumber } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';
import type { CardProvider, ProviderView } from '../provider/card-provider.ts';
import type { PaymentEvent } from './payment-state.ts';

const NOT_PAID = 'お支払いは完了していません。カードへの請求は行われていません。もう一度お試しください。';

type Deps = {
  placeOrders: (attempt: PaymentAttempt) => Promise<CustomerLine[]>;
  lookUp: CardProvider['lookUp'];
};
type Question = {
  attempt: PaymentAttempt;
  intent: PaymentIntentAnswer | null;
  /** The shop has given the payment of this attempt up: its key opens no payment any more. */
  isGivenUp: boolean;
};

/**
 * `isDead`: nothing can be paid by this attempt any more. `needsProof`: the browser's proof of the address has ended.
 * `needsIntent`: the provider cannot be asked before the shop has named the payment.
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

/** Refusals that time heals. */
const PASSING = [402, 408, 425, 429];
const isFinal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && !PASSING.includes(status);

/** The shop has asked the provider itself before it answers so; of a payment it has given up there is nothing more to wait for. */
const outcomeWithoutIntent = ({ error, isGivenUp }: { error: ApiError; isGivenUp: boolean }): Outcome =>
  isGivenUp && error.code === 'PaymentRequired'
    ? { event: { type: 'not-paid', message: NOT_PAID }, isDead: true }
    : { event: { type: 'still-pending' }, needsIntent: true };

/**
 * Asks the shop whether the order stands, and where it is not known to be paid, the provider why. Only the provider's own word makes a
 * payment unpaid; silence of either leaves it open.
 */
export const askOutcome = async (deps: Deps, { attempt, intent, isGivenUp }: Question): Promise<Outcome> => {
  try {
    const [line] = await deps.placeOrders(attempt);
    return { event: { type: 'recorded', orderNumber: baseOrderNumber(line?.orderNumber ?? attempt.orderNumber ?? '') } };
  } catch (error) {
    if (!(error instanceof ApiError)) return { event: { type: 'still-pending' } };
    if (isFinal(error)) return { event: { type: 'recording-refused', message: error.userMessage }, needsProof: error.status === 401 };
    if (error.status !== 402) return { event: { type: 'still-pending' } };
    if (intent === null) return outcomeWithoutIntent({ error, isGivenUp });
    return outcomeOfView(await deps.lookUp(intent));
  }
};
