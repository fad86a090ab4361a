import { Button, Stack, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { type FormEvent, useState } from 'react';
import { verifyRegistrationCode } from '../../../api/registration.ts';
import { CodeInputWithResend, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { attemptsHintOf } from '../../../lib/attempts-hint.ts';
import { type PendingRegistration, savedData } from '../../../lib/saved-data.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { codeErrorOf } from '../lib/code-error.ts';
import type { Registration } from '../lib/use-registration.ts';

const CODE_INCOMPLETE = '6桁の認証コードを入力してください';

type Props = { pending: PendingRegistration; registration: Registration; onRegistered: (user: SessionUser) => void };

/** The second step: the mailed code, which creates the account. */
export const RegistrationCodeForm = ({ pending, registration, onRegistered }: Props) => {
  const { sendAgain, isSendingAgain, resendError, backToForm } = registration;
  const entry = useCodeEntry();
  const verify = useSingleMutation({ mutationFn: verifyRegistrationCode });
  const [reason, setReason] = useState<string | null>(null);

  const forgive = () => {
    entry.forgive();
    setReason(null);
  };

  const check = (code: string) => {
    forgive();
    verify.mutate(
      { email: pending.email, code },
      {
        onSuccess: ({ user }) => {
          savedData.remove('pendingRegistration');
          onRegistered(user);
        },
        onError: (error) => {
          const refusal = codeErrorOf(error);
          if (!refusal.keepsCode) entry.clear();
          setReason(refusal.reason);
          entry.refuse(refusal.message, attemptsHintOf(error));
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending || verify.isSuccess) return;
    if (entry.isComplete) return check(entry.code);
    forgive();
    entry.refuse(CODE_INCOMPLETE);
  };

  const resend = () => {
    forgive();
    sendAgain?.(() => {
      entry.clear();
      void showToast({ message: '認証コードを送信しました。', tone: 'success' });
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>
          <strong>{pending.email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
        </Text>
        <CodeInputWithResend
          entry={entry}
          isChecking={verify.isPending || verify.isSuccess}
          onComplete={check}
          resend={sendAgain && { at: pending.resendAt, send: resend, isPending: isSendingAgain, error: resendError }}
        >
          {reason !== null && <ErrorPanel title="登録はまだ完了していません">{reason}</ErrorPanel>}
        </CodeInputWithResend>
        {sendAgain === null && (
          <Text size="sm">
            認証コードの再送信には、パスワードをもう一度入力する必要があります。「戻る」を押して、入力画面から送信してください。
          </Text>
        )}
        <MailHelp />
        <StepButtons onBack={backToForm}>
          <Button type="submit" loading={verify.isPending || verify.isSuccess}>
            認証して登録する
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
