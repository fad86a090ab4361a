import { Button, Group, Stack, Text } from '@mantine/core';
import type { LoginAnswer, SessionUser } from '@stagereel/contracts';
import { CODE_RESEND_SECONDS } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { CodeFields } from '../../../components/ui/code-fields.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { useCodeEntry } from '../../../components/ui/use-code-entry.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { resendTimeAfter } from '../../../lib/resend-wait.ts';
import { showToast } from '../../../lib/toast.ts';
import type { Credentials } from '../api/log-in.ts';
import { logIn } from '../api/log-in.ts';
import { endsSecondStep } from '../model/login-failures.ts';

const nextResend = () => resendTimeAfter({ resendAfterSeconds: CODE_RESEND_SECONDS }, Date.now());

type Props = {
  credentials: Credentials;
  onSignedIn: (user: SessionUser, redirectTo: string | null) => void;
  /** The password step has to come again, because of this error. */
  onRefused: (error: unknown) => void;
  onBack: () => void;
};

/** The second step: the mailed code. */
export const SecondStepForm = ({ credentials, onSignedIn, onRefused, onBack }: Props) => {
  const entry = useCodeEntry();
  const verify = useMutation({ mutationFn: logIn });
  const resend = useMutation({ mutationFn: logIn });
  const [resendAt, setResendAt] = useState(nextResend);

  const onAnswer = ({ user, redirectTo }: LoginAnswer) => {
    if (user !== null) return onSignedIn(user, redirectTo);
    setResendAt(nextResend());
    entry.clear();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!entry.isComplete) return entry.refuse('6桁の認証コードを入力してください');
    entry.forgive();
    verify.mutate(
      { ...credentials, twoFactorCode: entry.code },
      {
        onSuccess: onAnswer,
        onError: (error) => {
          if (endsSecondStep(error)) return onRefused(error);
          // A code the server has not seen may be right: it stays for another try.
          if (error instanceof ApiError && error.status === 400) entry.clear();
          entry.refuse(userMessageOf(error, '認証コードが正しくありません'));
        },
      },
    );
  };

  const sendAgain = () => {
    entry.forgive();
    resend.mutate(credentials, {
      onSuccess: (answer) => {
        onAnswer(answer);
        if (answer.user === null) void showToast({ message: '認証コードを送信しました。', tone: 'success' });
      },
      onError: (error) => endsSecondStep(error) && onRefused(error),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Text>
          <strong>{credentials.email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
        </Text>
        <CodeFields
          entry={entry}
          isChecking={verify.isPending}
          resend={{ at: resendAt, send: sendAgain, isPending: resend.isPending, error: resend.error }}
        />
        <MailHelp />
        <Group justify="space-between" gap="sm">
          <Button variant="default" onClick={onBack}>
            戻る
          </Button>
          <Button type="submit" loading={verify.isPending}>
            認証してログイン
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
