import type { FormEvent } from 'react';
import { NetworkError, userMessageOf } from '../../lib/api-error.ts';
import { resendEmailCode, verifyEmailCode } from '../../lib/email-code.ts';
import type { SentCode } from '../../lib/resend-wait.ts';
import { isCodeAlreadySent, withCodeSent, withEarlierCode } from '../../lib/resend-wait.ts';
import { showToast } from '../../lib/toast.ts';
import { useSingleMutation } from '../../lib/use-single-mutation.ts';
import { useCodeEntry } from '../ui/use-code-entry.ts';

const CODE_INCOMPLETE = '6桁のコードを入力してください';
const CODE_REFUSED = '認証コードが無効です';

type Options<Holder> = {
  /** Whose address is to be proven, and what is known of the last code. */
  holder: Holder;
  onSentAgain: (holder: Holder) => void;
  /** `expiresAt`: until when this browser's proof holds. */
  onVerified: (proof: { expiresAt: string }) => void;
  isFocused?: boolean;
};

/** The step in which the mailed code proves an address to the shop. `fields` is for `CodeFields`. */
export const useEmailProof = <Holder extends SentCode & { email: string }>({
  holder,
  onSentAgain,
  onVerified,
  isFocused = false,
}: Options<Holder>) => {
  const entry = useCodeEntry({ isFocused });
  const verify = useSingleMutation({ mutationFn: verifyEmailCode });
  const resend = useSingleMutation({ mutationFn: resendEmailCode });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!entry.isComplete) return entry.refuse(CODE_INCOMPLETE);
    entry.forgive();
    verify.mutate(
      { email: holder.email, code: entry.code },
      {
        onSuccess: onVerified,
        onError: (error) => {
          // Without an answer the code may well be right.
          if (!(error instanceof NetworkError)) entry.clear();
          entry.refuse(userMessageOf(error, CODE_REFUSED));
        },
      },
    );
  };

  const send = () => {
    entry.forgive();
    resend.mutate(holder.email, {
      onSuccess: (sent) => {
        onSentAgain(withCodeSent(holder, sent, Date.now()));
        entry.clear();
        void showToast({ message: '認証コードを送信しました。', tone: 'success' });
      },
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSentAgain(withEarlierCode(holder, error, Date.now()));
      },
    });
  };

  return {
    submit,
    isChecking: verify.isPending,
    fields: {
      entry,
      isChecking: verify.isPending,
      resend: { at: holder.resendAt, send, isPending: resend.isPending, error: resend.error },
    },
  };
};
