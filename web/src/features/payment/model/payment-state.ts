/**
 * The life of a payment as the customer sees it. Once the card is sent, nothing says that a payment failed unless the provider does.
 * `authentication`: the card issuer wants to know its customer, who left that page unfinished.
 * `checking`: the outcome is asked for; `isUnclear` once an answer left it open, which the screen then says.
 * `refused`: the money was taken or may have been, but the server will not answer this browser.
 */
export type PaymentState =
  | { step: 'entering'; problem: string | null }
  | { step: 'confirming' }
  | { step: 'leaving' }
  | { step: 'authentication'; url: string }
  | { step: 'checking'; tries: number; isUnclear: boolean }
  | { step: 'refused'; message: string }
  | { step: 'completed'; orderNumber: string };

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
  | { type: 'recorded'; orderNumber: string }
  | { type: 'asked-again' };

type Step = PaymentState['step'];

/** Which events count in which step; all others are echoes (a second click, a late answer) and change nothing. */
const heard = {
  entering: ['submitted'],
  confirming: ['card-incomplete', 'declined', 'sent-to-issuer', 'confirmed', 'outcome-unknown'],
  leaving: ['came-back'],
  authentication: ['sent-to-issuer', 'not-paid', 'came-back'],
  checking: ['still-pending', 'authentication-open', 'not-paid', 'recording-refused', 'recorded'],
  refused: ['asked-again'],
  completed: [],
} as const satisfies Record<Step, readonly PaymentEvent['type'][]>;

const hears = (step: Step, type: PaymentEvent['type']): boolean => (heard[step] as readonly PaymentEvent['type'][]).includes(type);

const afterPending = (state: PaymentState): PaymentState => ({
  step: 'checking',
  tries: state.step === 'checking' ? state.tries + 1 : 0,
  isUnclear: true,
});

export const paymentReducer = (state: PaymentState, event: PaymentEvent): PaymentState => {
  if (!hears(state.step, event.type)) return state;
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
      return { step: 'completed', orderNumber: event.orderNumber };
  }
};

/** What the page opens with: a card to enter, or the outcome of one that was sent before. */
export const openingState = (stage: 'open' | 'submitted'): PaymentState =>
  stage === 'submitted' ? { step: 'checking', tries: 0, isUnclear: false } : { step: 'entering', problem: null };

const FIRST_WAIT_MS = 1_500;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds before the outcome is asked for again: none at first, then longer and longer. */
export const waitBefore = (tries: number): number => (tries === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
