import type { PaymentIntentResponse } from '@stagereel/contracts';
import { useMemo, useRef, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import { type OrderData, type PaymentAttempt, savedData } from '../../../lib/saved-data.ts';
import { currentAttempt, newAttempt } from './payment-attempt.ts';

const openAttempt = (): PaymentAttempt | null => {
  const order = savedData.read('orderData');
  const customer = savedData.read('customerData');
  const attempt = currentAttempt({
    saved: savedData.read('paymentAttempt'),
    wanted: order !== null && customer !== null ? { order, customer } : null,
    now: Date.now(),
    newKey: randomId,
  });
  if (attempt !== null) savedData.write('paymentAttempt', attempt);
  return attempt;
};

/** The current attempt, saved with every step, so that a reload continues it. Null: there is nothing to pay. */
export const usePaymentAttempt = () => {
  const [attempt, setAttempt] = useState(openAttempt);
  const latest = useRef(attempt);

  const control = useMemo(() => {
    const replace = (next: PaymentAttempt) => {
      latest.current = next;
      savedData.write('paymentAttempt', next);
      setAttempt(next);
    };
    const change = (changes: Partial<PaymentAttempt>) => {
      if (latest.current !== null) replace({ ...latest.current, ...changes });
    };
    const renew = () => {
      if (latest.current !== null) replace(newAttempt({ wanted: latest.current, now: Date.now(), newKey: randomId }));
    };
    return {
      /** Called before the card is sent: from then on the outcome may be unknown. */
      markSubmitted: () => change({ stage: 'submitted' }),
      /** Called when the provider reports that nothing was paid. */
      markOpen: () => change({ stage: 'open' }),
      remember: ({ orderNumber, paymentIntentId }: PaymentIntentResponse) => change({ orderNumber, paymentIntentId }),
      /** Starts a new payment for the same order, when the old one cannot be paid any more. */
      renew,
      /** Nothing was paid: continues with the current order, which may differ from the one that was checked. */
      chooseAnew: ({ isDead }: { isDead: boolean }) => {
        change({ stage: 'open' });
        const next = openAttempt();
        if (next !== null && next.idempotencyKey !== latest.current?.idempotencyKey) replace(next);
        else if (isDead) renew();
      },
      /** Called when the customer accepted the current prices. */
      takeOrder: (order: OrderData) => {
        if (latest.current === null) return;
        savedData.write('orderData', order);
        replace(newAttempt({ wanted: { ...latest.current, order }, now: Date.now(), newKey: randomId }));
      },
    };
  }, []);

  return { attempt, control };
};

export type AttemptControl = ReturnType<typeof usePaymentAttempt>['control'];
