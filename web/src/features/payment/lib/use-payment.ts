import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { placeOrder } from '../../../api/payments.ts';
import { networkMessages } from '../../../lib/api-error.ts';
import type { PaymentAttempt } from '../../../lib/saved-data.ts';
import type { CardFormHandle } from '../provider/card-form.tsx';
import { lookUpIntent } from '../provider/look-up-intent.ts';
import type { CardOutcome, SendPayment } from '../provider/send-payment.ts';
import { initialState, type PaymentEvent, paymentReducer, type RecordedOrder, waitBefore } from './payment-state.ts';
import { queryOutcome } from './query-outcome.ts';
import type { AttemptControl } from './use-payment-attempt.ts';
import type { Preparation } from './use-preparation.ts';

type Input = {
  attempt: PaymentAttempt;
  control: AttemptControl;
  preparation: Preparation;
  returnUrl: string;
  onProofNeeded: () => void;
  onPaid: (order: RecordedOrder) => void;
};

const eventOfOutcome = (outcome: CardOutcome): PaymentEvent => {
  switch (outcome.kind) {
    case 'incomplete':
      return { type: 'card-incomplete' };
    case 'declined':
      return { type: 'declined', message: outcome.message };
    case 'confirmed':
      return { type: 'confirmed' };
    case 'unknown':
      return { type: 'outcome-unknown' };
  }
};

/** Calls back once: after a delay, or as soon as the browser is online again. Returns a function that cancels it. */
const afterWait = (milliseconds: number, callback: () => void): (() => void) => {
  const stop = () => {
    clearTimeout(timer);
    window.removeEventListener('online', run);
  };
  const run = () => {
    stop();
    callback();
  };
  const timer = setTimeout(run, milliseconds);
  window.addEventListener('online', run);
  return stop;
};

/** Runs one payment: sends the card once, then queries the outcome until it is known. */
export const usePayment = ({ attempt, control, preparation, returnUrl, onProofNeeded, onPaid }: Input) => {
  const [state, dispatch] = useReducer(paymentReducer, attempt.stage, initialState);
  const cardForm = useRef<CardFormHandle>(null);
  const isSending = useRef(false);

  /** Null: nothing was sent. */
  const payWith = async (send: SendPayment): Promise<CardOutcome | null> => {
    if (isSending.current || state.step !== 'entering') return null;
    dispatch({ type: 'submitted' });
    // A card that was not sent leaves nothing unclear.
    if (!navigator.onLine) {
      dispatch({ type: 'declined', message: networkMessages.offline });
      return null;
    }
    isSending.current = true;
    const outcome = await send({ returnUrl, onSend: control.markSubmitted });
    isSending.current = false;
    if (outcome.kind === 'declined' || outcome.kind === 'incomplete') control.markOpen();
    dispatch(eventOfOutcome(outcome));
    return outcome;
  };

  const ask = useEffectEvent(async (isCurrent: () => boolean) => {
    const question = { attempt, intent: preparation.intent, isGivenUp: preparation.isGivenUp };
    const outcome = await queryOutcome({ placeOrder, lookUp: lookUpIntent }, question);
    if (!isCurrent()) return;
    if (outcome.event.type === 'not-paid') control.chooseAnew({ isDead: outcome.isDead ?? false });
    dispatch(outcome.event);
    if (outcome.needsIntent) preparation.retry();
    if (outcome.needsProof) onProofNeeded();
  });

  const isChecking = state.step === 'checking' && !preparation.isLoading;
  const tries = state.step === 'checking' ? state.tries : 0;
  useEffect(() => {
    if (!isChecking) return;
    let isCurrent = true;
    const stopWaiting = afterWait(waitBefore(tries), () => void ask(() => isCurrent));
    return () => {
      isCurrent = false;
      stopWaiting();
    };
  }, [isChecking, tries]);

  const finish = useEffectEvent(onPaid);
  const paid = state.step === 'completed' ? state.order : null;
  useEffect(() => {
    if (paid !== null) finish(paid);
  }, [paid]);

  useEffect(() => {
    // Going back from the issuer's page restores this page from the back/forward cache.
    const wake = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      isSending.current = false;
      dispatch({ type: 'came-back' });
    };
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  return {
    state,
    /** Whether the card can be entered or is being sent; in every other state the order cannot change. */
    isEntering: state.step === 'entering' || state.step === 'confirming',
    cardForm,
    /** Pays with the card in the form. */
    pay: async () => {
      if (cardForm.current !== null) await payWith(cardForm.current.confirm);
    },
    /** Pays with a wallet that the customer has confirmed. */
    payWith,
    goToIssuer: () => {
      if (state.step !== 'authentication') return;
      dispatch({ type: 'sent-to-issuer' });
      window.location.assign(state.url);
    },
    useOtherCard: () => {
      control.markOpen();
      dispatch({ type: 'not-paid', message: null });
    },
    askAgain: () => dispatch({ type: 'asked-again' }),
  };
};

export type Payment = ReturnType<typeof usePayment>;
