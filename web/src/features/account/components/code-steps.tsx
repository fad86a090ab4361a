import { Text } from '@mantine/core';
import { useState } from 'react';
import { sendPasswordChangeCode, verifyPasswordChangeCode } from '../../../api/password.ts';
import { CodeInput, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ResendButton } from '../../../components/ui/resend-button.tsx';
import { attemptsHintOf } from '../../../lib/attempts-hint.ts';
import { isCodeAlreadySent, resendTimeAfter, resendTimeAfterRefusal } from '../../../lib/resend-wait.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { failureHint, isRefused } from '../lib/failure-hint.ts';
import { CHANGE_FAILED, CODE_REFUSED, SENDING_FAILED } from '../lib/texts.ts';
import { StepFrame } from './step-frame.tsx';

type SendCodeStepProps = {
  email: string;
  /** Why the change has to start again; null at the first start. */
  earlierFailure: unknown;
  /** `resendAt`: when another code can be requested, in epoch milliseconds. */
  onSent: (resendAt: number) => void;
  onCancel: () => void;
};

/** Requests the code. A code that was sent moments ago is also accepted. */
export const SendCodeStep = ({ email, earlierFailure, onSent, onCancel }: SendCodeStepProps) => {
  const send = useSingleMutation({ mutationFn: sendPasswordChangeCode });

  const submit = () =>
    send.mutate(undefined, {
      onSuccess: (sent) => onSent(resendTimeAfter(sent, Date.now())),
      onError: (error) => {
        if (isCodeAlreadySent(error)) onSent(resendTimeAfterRefusal(error, Date.now()));
      },
    });

  return (
    <StepFrame
      position={1}
      submitLabel="認証コードを送信"
      isBusy={send.isPending}
      isFocused={earlierFailure !== null}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {earlierFailure !== null && !send.isError && <ErrorPanel title={CHANGE_FAILED}>{failureHint('change', earlierFailure)}</ErrorPanel>}
      <Text>
        ご本人の確認のため、<strong>{email}</strong> に6桁の認証コードをお送りします。
      </Text>
      {send.isError && <ErrorPanel title={SENDING_FAILED}>{failureHint('send', send.error)}</ErrorPanel>}
    </StepFrame>
  );
};

const CODE_MISSING = '認証コードを入力してください';

type Props = { email: string; initialResendAt: number; onVerified: () => void; onCancel: () => void };

/** The input of the mailed code. */
export const VerifyCodeStep = ({ email, initialResendAt, onVerified, onCancel }: Props) => {
  const [resendAt, setResendAt] = useState(initialResendAt);
  const entry = useCodeEntry({ isFocused: true });
  const verify = useSingleMutation({ mutationFn: verifyPasswordChangeCode });
  const resend = useSingleMutation({ mutationFn: sendPasswordChangeCode });

  const check = (code: string) => {
    resend.reset();
    entry.forgive();
    verify.mutate(code, {
      onSuccess: onVerified,
      onError: (error) => {
        if (isRefused(error)) entry.clear();
        entry.refuse(CODE_REFUSED, attemptsHintOf(error));
      },
    });
  };

  const submit = () => {
    if (entry.isComplete) return check(entry.code);
    resend.reset();
    verify.reset();
    entry.refuse(CODE_MISSING);
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
      <CodeInput {...entry.field} onComplete={check} disabled={verify.isPending} />
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
