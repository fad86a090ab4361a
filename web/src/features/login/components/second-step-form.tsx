import { Button, Stack } from '@mantine/core';
import type { LoginAnswer, SessionUser, TwoFactorMethod } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { CodeFields } from '../../../components/ui/code-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { useCodeEntry } from '../../../components/ui/use-code-entry.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import type { Credentials } from '../api/log-in.ts';
import { logIn } from '../api/log-in.ts';
import { endsSecondStep } from '../model/login-failures.ts';
import { useCodeMailing } from '../model/use-code-mailing.ts';
import { SecondStepLead } from './second-step-lead.tsx';

type Props = {
  credentials: Credentials;
  /** How the step may be taken. */
  methods: readonly TwoFactorMethod[];
  onSignedIn: (user: SessionUser, redirectTo: string | null) => void;
  /** The password step has to come again, because of this error. */
  onRefused: (error: unknown) => void;
  onBack: () => void;
};

/** The second step: the mailed code, or the authenticator's where there is one. */
export const SecondStepForm = ({ credentials, methods, onSignedIn, onRefused, onBack }: Props) => {
  const entry = useCodeEntry();
  const verify = useMutation({ mutationFn: logIn });
  const mailing = useCodeMailing({ credentials, methods });
  const { isMailed } = mailing;

  const onAnswer = ({ user, redirectTo }: LoginAnswer) => {
    if (user !== null) return onSignedIn(user, redirectTo);
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

  const mail = () => {
    entry.forgive();
    mailing.send({
      onSignedIn: onAnswer,
      onMailed: () => {
        entry.clear();
        void showToast({ message: '認証コードを送信しました。', tone: 'success' });
      },
      onError: (error) => endsSecondStep(error) && onRefused(error),
    });
  };

  const resend = { at: mailing.resendAt, send: mail, isPending: mailing.isPending, error: mailing.error };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <SecondStepLead email={credentials.email} isMailed={isMailed} hasAuthenticator={mailing.hasAuthenticator} />
        <CodeFields entry={entry} isChecking={verify.isPending} resend={isMailed ? resend : null} />
        {!isMailed && (
          <Button variant="default" onClick={mail} loading={mailing.isPending}>
            メールでコードを受け取る
          </Button>
        )}
        {!isMailed && mailing.error !== null && (
          <ErrorPanel title="認証コードの送信に失敗しました">
            {userMessageOf(mailing.error, '時間をおいて、もう一度お試しください。')}
          </ErrorPanel>
        )}
        {isMailed && <MailHelp />}
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={verify.isPending}>
            認証してログイン
          </Button>
        </StepButtons>
      </Stack>
    </form>
  );
};
