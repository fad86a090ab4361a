/** A paid order. `statusPath`: of its status page; null if it has none. */
export type RecordedOrder = { orderNumber: string; statusPath: string | null };

/**
 * The states of a payment as the customer sees them. Once the card is sent, only the provider can make it failed. `confirming`: the
 * card is being sent, or the browser goes to the issuer's page. `authentication`: the customer left that page. `leaving`: and goes there again. `checking`: the outcome is being queried; `isUnclear` once a
 * response left it unknown. `refused`: the money was or may have been taken, but the server refuses to report the outcome to this browser.
 */
export type PaymentState =
  | { step: 'entering'; problem: string | null }
  | { step: 'confirming' }
  | { step: 'leaving' }
  | { step: 'authentication'; url: string }
  | { step: 'checking'; tries: number; isUnclear: boolean }
  | { step: 'refused'; message: string }
  | { step: 'completed'; order: RecordedOrder };

export type PaymentEvent =
  | { type: 'submitted' }
  | { type: 'card-incomplete' }
  | { type: 'declined'; message: string }
  | { type: 'sent-to-issuer' }
  | { type: 'came-back' }
  | { type: 'confirmed' }
  | { type: 'outcome-unknown' }
  | { type: 'still-pending' }
  | { type: 'authentication-open'; url: string }
  | { type: 'not-paid'; message: string | null }
  | { type: 'recording-refused'; message: string }
  | ({ type: 'recorded' } & RecordedOrder)
  | { type: 'asked-again' };

type Step = PaymentState['step'];

/** The events that apply in each state; others (a second click, a late response) are ignored. */
const applicable = {
  entering: ['submitted'],
  confirming: ['card-incomplete', 'declined', 'came-back', 'confirmed', 'outcome-unknown'],
  leaving: ['came-back'],
  authentication: ['sent-to-issuer', 'not-paid', 'came-back'],
  checking: ['still-pending', 'authentication-open', 'not-paid', 'recording-refused', 'recorded'],
  refused: ['asked-again'],
  completed: [],
} as const satisfies Record<Step, readonly PaymentEvent['type'][]>;

const applies = (step: Step, type: PaymentEvent['type']): boolean => (applicable[step] as readonly PaymentEvent['type'][]).includes(type);

const afterPending = (state: PaymentState): PaymentState => ({
  step: 'checking',
  tries: state.step === 'checking' ? state.tries + 1 : 0,
  isUnclear: true,
});

export const paymentReducer = (state: PaymentState, event: PaymentEvent): PaymentState => {
  if (!applies(state.step, event.type)) return state;
  switch (event.type) {
    case 'submitted':
      return { step: 'confirming' };
    case 'card-incomplete':
      return { step: 'entering', problem: null };
    case 'declined':
    case 'not-paid':
      return { step: 'entering', problem: event.message };
    case 'sent-to-issuer':
      return { step: 'leaving' };
    case 'came-back':
    case 'confirmed':
    case 'asked-again':
      return { step: 'checking', tries: 0, isUnclear: false };
    case 'outcome-unknown':
    case 'still-pending':
      return afterPending(state);
    case 'authentication-open':
      return { step: 'authentication', url: event.url };
    case 'recording-refused':
      return { step: 'refused', message: event.message };
    case 'recorded':
      return { step: 'completed', order: { orderNumber: event.orderNumber, statusPath: event.statusPath } };
  }
};

/** The initial state: a card to enter, or the outcome of a card that was sent before. */
export const initialState = (stage: 'open' | 'submitted'): PaymentState =>
  stage === 'submitted' ? { step: 'checking', tries: 0, isUnclear: false } : { step: 'entering', problem: null };

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 30_000;

/** The delay in milliseconds before the outcome is queried again: none at first, then growing. */
export const waitBefore = (tries: number): number => (tries === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
