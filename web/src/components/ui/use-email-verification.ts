import type { FormEvent } from 'react';
import { resendEmailCode, verifyEmailCode } from '../../api/email-code.ts';
import { NetworkError, userMessageOf } from '../../lib/api-error.ts';
import { attemptsHintOf } from '../../lib/attempts-hint.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent, type SentCode } from '../../lib/resend-wait.ts';
import { showToast } from '../../lib/toast.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { useCodeEntry } from './code-input.tsx';

const CODE_INCOMPLETE = '6桁のコードを入力してください';
const CODE_REFUSED = '認証コードが無効です';

type Options<Holder> = {
  /** The address to verify and the times of its last code. */
  holder: Holder;
  onSentAgain: (holder: Holder) => void;
  /** Called when the code is correct. `expiresAt`: when this browser must verify the address again. */
  onVerified: (proof: { expiresAt: string; hasAccount: boolean }) => void;
  isFocused?: boolean;
};

/** The state of the step that verifies an email address with the mailed code. `fields` are the props of `CodeInputWithResend`. */
export const useEmailVerification = <Holder extends SentCode & { email: string }>({
  holder,
  onSentAgain,
  onVerified,
  isFocused = false,
}: Options<Holder>) => {
  const entry = useCodeEntry({ isFocused });
  const verify = useSingleMutation({ mutationFn: verifyEmailCode });
  const resend = useSingleMutation({ mutationFn: resendEmailCode });

  const check = (code: string) => {
    entry.forgive();
    verify.mutate(
      { email: holder.email, code },
      {
        onSuccess: onVerified,
        onError: (error) => {
          // Without a response the code may be correct, so it stays.
          if (!(error instanceof NetworkError)) entry.clear();
          entry.refuse(userMessageOf(error, CODE_REFUSED), attemptsHintOf(error));
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!entry.isComplete) return entry.refuse(CODE_INCOMPLETE);
    check(entry.code);
  };

  const send = () => {
    entry.forgive();
    resend.mutate(holder.email, {
      onSuccess: (sent) => {
        onSentAgain(afterCodeSent(holder, sent, Date.now()));
        entry.clear();
        void showToast({ message: '認証コードを送信しました。', tone: 'success' });
      },
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSentAgain(afterResendRefused(holder, error, Date.now()));
      },
    });
  };

  return {
    submit,
    isChecking: verify.isPending,
    fields: {
      entry,
      isChecking: verify.isPending,
      onComplete: check,
      resend: { at: holder.resendAt, send, isPending: resend.isPending, error: resend.error },
    },
  };
};
