import type { PaymentIntentResponse } from '@stagereel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { paymentIntentQuery } from '../../../api/payments.ts';
import { wantedAccountOrderQuery } from '../../../api/registration.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type PaymentAttempt, savedData } from '../../../lib/saved-data.ts';
import type { AttemptControl } from './use-payment-attempt.ts';

export type Preparation = {
  /** What the card form needs. */
  intent: PaymentIntentResponse | null;
  error: unknown;
  /** The server refused the attempt's key, because its payment was abandoned. */
  isGivenUp: boolean;
  isLoading: boolean;
  retry: () => void;
};

type Input = { attempt: PaymentAttempt; control: AttemptControl; onProofNeeded: () => void };

const hasCode = (error: unknown, ...codes: string[]): boolean => error instanceof ApiError && codes.includes(error.code ?? '');

/** Whether the server keeps the password of the account that this order is to create. */
const isAccountKept = ({ customer }: PaymentAttempt): boolean =>
  customer.wantsAutoLogin && savedData.read('customerData')?.isPasswordKept === true;

/** Creates the payment on the server. */
export const usePreparation = ({ attempt, control, onProofNeeded }: Input): Preparation => {
  const queryClient = useQueryClient();
  const intent = useQuery(paymentIntentQuery(attempt));
  // It never delays the payment: without it, the account is offered again afterwards.
  useQuery({
    ...wantedAccountOrderQuery(intent.data?.orderNumber ?? ''),
    enabled: intent.data !== undefined && attempt.stage === 'open' && isAccountKept(attempt),
  });

  const opened = useEffectEvent(control.remember);
  useEffect(() => {
    if (intent.data) opened(intent.data);
  }, [intent.data]);

  const refused = useEffectEvent((error: unknown) => {
    if (hasCode(error, 'ProofRequired', 'Unauthorized')) onProofNeeded();
    // The cached prices and sales statuses are outdated, so drop them.
    if (hasCode(error, 'AmountMismatch', 'ItemsUnavailable')) void queryClient.invalidateQueries({ queryKey: ['/api/contests'] });
    // The key's order was abandoned or is another order, so use a new key.
    if (hasCode(error, 'IdempotencyKeyReused') && attempt.stage === 'open') control.renew();
  });
  useEffect(() => {
    if (intent.error) refused(intent.error);
  }, [intent.error]);

  return {
    intent: intent.data ?? null,
    error: intent.error,
    isGivenUp: hasCode(intent.error, 'IdempotencyKeyReused'),
    isLoading: intent.isFetching,
    retry: () => void intent.refetch(),
  };
};
