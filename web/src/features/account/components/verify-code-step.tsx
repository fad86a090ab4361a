import { Text } from '@mantine/core';
import { useState } from 'react';
import { CodeInput } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ResendButton } from '../../../components/ui/resend-button.tsx';
import { useCodeEntry } from '../../../components/ui/use-code-entry.ts';
import { isCodeAlreadySent, resendTimeAfter, resendTimeAfterRefusal } from '../../../lib/resend-wait.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { sendPasswordChangeCode } from '../api/send-password-change-code.ts';
import { verifyPasswordChangeCode } from '../api/verify-password-change-code.ts';
import { failureHint, isRefused } from '../model/failure-hint.ts';
import { CODE_REFUSED, SENDING_FAILED } from '../model/texts.ts';
import { StepFrame } from './step-frame.tsx';

const CODE_MISSING = '認証コードを入力してください';

type Props = { email: string; initialResendAt: number; onVerified: () => void; onCancel: () => void };

/** The mailed code, typed or pasted. */
export const VerifyCodeStep = ({ email, initialResendAt, onVerified, onCancel }: Props) => {
  const [resendAt, setResendAt] = useState(initialResendAt);
  const entry = useCodeEntry({ isFocused: true });
  const verify = useSingleMutation({ mutationFn: verifyPasswordChangeCode });
  const resend = useSingleMutation({ mutationFn: sendPasswordChangeCode });

  const submit = () => {
    resend.reset();
    if (!entry.isComplete) {
      verify.reset();
      return entry.refuse(CODE_MISSING);
    }
    entry.forgive();
    verify.mutate(entry.code, {
      onSuccess: onVerified,
      onError: (error) => {
        if (isRefused(error)) entry.clear();
        entry.refuse(CODE_REFUSED);
      },
    });
  };

  const sendAgain = () => {
    verify.reset();
    entry.forgive();
    resend.mutate(undefined, {
      onSuccess: (sent) => {
        setResendAt(resendTimeAfter(sent, Date.now()));
        entry.clear();
      },
      onError: (error) => {
        if (isCodeAlreadySent(error)) setResendAt(resendTimeAfterRefusal(error, Date.now()));
      },
    });
  };

  return (
    <StepFrame position={2} submitLabel="確認する" isBusy={verify.isPending} onSubmit={submit} onCancel={onCancel}>
      <Text>
        <strong>{email}</strong> に届いた6桁の認証コードを入力してください。コードの有効期限は、送信から10分です。
      </Text>
      <CodeInput {...entry.field} disabled={verify.isPending} />
      {verify.isError && <Text size="sm">{failureHint('verify', verify.error)}</Text>}
      <div>
        <ResendButton resendAt={resendAt} onResend={sendAgain} isSending={resend.isPending} />
      </div>
      {resend.isSuccess && (
        <Text role="status" size="sm">
          新しい認証コードを送信しました。以前のコードは使えません。
        </Text>
      )}
      {resend.isError && <ErrorPanel title={SENDING_FAILED}>{failureHint('send', resend.error)}</ErrorPanel>}
    </StepFrame>
  );
};
