import type { TwoFactorSetup } from '@stagereel/contracts';
import { useState } from 'react';
import { useCodeEntry } from '../../../components/ui/use-code-entry.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useConfirmTwoFactor } from '../api/confirm-two-factor.ts';

const INCOMPLETE = '6桁の認証コードを入力してください';
const REFUSED = '認証に失敗しました';

const problemOf = (error: unknown, field: 'token' | 'currentToken'): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined;

type Options = { setup: TwoFactorSetup; onConfirmed: () => void };

/** What is typed into the boxes, and what becomes of it: a wrong code is said under its boxes, `failure` is about the set-up as a whole. */
export const useSetupConfirmation = ({ setup: { secret, isReplacement }, onConfirmed }: Options) => {
  const current = useCodeEntry();
  const token = useCodeEntry();
  const mutation = useConfirmTwoFactor();
  const [failure, setFailure] = useState<unknown>(null);

  const onError = (error: unknown) => {
    void showToast({ title: '認証エラー', message: REFUSED, tone: 'error' });
    const [wrongCurrent, wrongToken] = [problemOf(error, 'currentToken'), problemOf(error, 'token')];
    const wrong = wrongCurrent === undefined ? token : current;
    const problem = wrongCurrent ?? wrongToken;
    if (problem === undefined) setFailure(error);
    else wrong.clear();
    wrong.refuse(problem ?? REFUSED);
  };

  const confirm = () => {
    const incomplete = [...(isReplacement ? [current] : []), token].find(({ isComplete }) => !isComplete);
    current.forgive();
    token.forgive();
    setFailure(null);
    if (incomplete) {
      incomplete.refuse(INCOMPLETE);
      void showToast({ title: '入力エラー', message: INCOMPLETE, tone: 'error' });
      return;
    }
    const proof = { token: token.code, secret, ...(isReplacement && { currentToken: current.code }) };
    mutation.mutate(proof, { onSuccess: onConfirmed, onError });
  };

  return { current, token, failure, isPending: mutation.isPending, confirm };
};
