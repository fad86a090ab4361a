import type { PaymentIntentAnswer } from '@stagereel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import type { PaymentAttempt } from '../../../lib/storage.ts';
import { paymentIntentQuery } from '../api/create-payment-intent.ts';
import type { CardProvider } from '../provider/card-provider.ts';
import { loadProvider } from '../provider/load-provider.ts';
import type { AttemptControl } from './use-payment-attempt.ts';

export type Preparation = {
  /** What is needed to enter a card. */
  payment: { intent: PaymentIntentAnswer; provider: CardProvider } | null;
  error: unknown;
  /** The shop refuses the attempt's key: the payment behind it was given up. */
  isGivenUp: boolean;
  isLoading: boolean;
  retry: () => void;
};

type Input = { attempt: PaymentAttempt; control: AttemptControl; onProofNeeded: () => void };

const hasCode = (error: unknown, ...codes: string[]): boolean => error instanceof ApiError && codes.includes(error.code ?? '');

/** Opens the payment with the shop and loads the provider it names. */
export const usePreparation = ({ attempt, control, onProofNeeded }: Input): Preparation => {
  const queryClient = useQueryClient();
  const intent = useQuery(paymentIntentQuery(attempt));
  const provider = useQuery({
    queryKey: ['card-provider', intent.data?.providerUrl ?? null],
    queryFn: () => (intent.data ? loadProvider(intent.data) : null),
    enabled: intent.data !== undefined,
  });

  const opened = useEffectEvent(control.remember);
  useEffect(() => {
    if (intent.data) opened(intent.data);
  }, [intent.data]);

  const refused = useEffectEvent((error: unknown) => {
    if (hasCode(error, 'ProofRequired', 'Unauthorized')) onProofNeeded();
    // What this browser knows of prices and sales is old: the order form shall not show it again.
    if (hasCode(error, 'AmountMismatch', 'ItemsUnavailable')) void queryClient.invalidateQueries({ queryKey: ['/api/contests'] });
    // The order behind the key was given up, or is another: the same order by a new key.
    if (hasCode(error, 'IdempotencyKeyReused') && attempt.stage === 'open') control.renew();
  });
  useEffect(() => {
    if (intent.error) refused(intent.error);
  }, [intent.error]);

  return {
    payment: intent.data && provider.data ? { intent: intent.data, provider: provider.data } : null,
    error: intent.error ?? provider.error,
    isGivenUp: hasCode(intent.error, 'IdempotencyKeyReused'),
    isLoading: intent.isFetching || provider.isFetching,
    retry: () => void (intent.isError ? intent.refetch() : provider.refetch()),
  };
};
