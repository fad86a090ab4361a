import type { PaymentIntentAnswer } from '@stagereel/contracts';
import { useMemo, useRef, useState } from 'react';
import { randomId } from '../../../lib/random-id.ts';
import type { OrderData, PaymentAttempt } from '../../../lib/storage.ts';
import { savedData } from '../../../lib/storage.ts';
import { attemptToWorkOn, newAttempt } from './payment-attempt.ts';

const openAttempt = (): PaymentAttempt | null => {
  const order = savedData.read('orderData');
  const customer = savedData.read('customerData');
  const attempt = attemptToWorkOn({
    saved: savedData.read('paymentAttempt'),
    wanted: order !== null && customer !== null ? { order, customer } : null,
    now: Date.now(),
    newKey: randomId,
  });
  if (attempt !== null) savedData.write('paymentAttempt', attempt);
  return attempt;
};

/** The attempt this page works on, saved with every step, so that a reload goes on where it stood. Null: there is nothing to pay. */
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
      /** The card is about to be sent: from here the outcome may be unknown. */
      markSubmitted: () => change({ stage: 'submitted' }),
      /** The provider says that nothing was paid. */
      markOpen: () => change({ stage: 'open' }),
      remember: ({ orderNumber, paymentIntentId }: PaymentIntentAnswer) => change({ orderNumber, paymentIntentId }),
      /** The same order by a new payment, where the old one can no longer be paid. */
      renew,
      /** Nothing was paid: on with what is wanted by now, which may be another order than the one whose outcome was asked for. */
      chooseAnew: ({ isDead }: { isDead: boolean }) => {
        change({ stage: 'open' });
        const next = openAttempt();
        if (next !== null && next.idempotencyKey !== latest.current?.idempotencyKey) replace(next);
        else if (isDead) renew();
      },
      /** The customer has seen and taken the prices of now. */
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
