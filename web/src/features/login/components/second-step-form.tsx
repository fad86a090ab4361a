import { Button, Stack, Text } from '@mantine/core';
import type { LoginResponse, SessionUser } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Credentials, logIn, sendSecondStepCode } from '../../../api/session.ts';
import { CodeInputWithResend, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { attemptsHintOf } from '../../../lib/attempts-hint.ts';
import { isCodeAlreadySent, resendTimeAfter, resendTimeAfterRefusal } from '../../../lib/resend-wait.ts';
import { showToast } from '../../../lib/toast.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { type Challenge, challengeOf } from '../lib/challenge.ts';
import { endsSecondStep } from '../lib/login-failures.ts';

type SecondStepLeadProps = { email: string; isMailed: boolean; hasAuthenticator: boolean };

/** Tells where to find the code. */
const SecondStepLead = ({ email, isMailed, hasAuthenticator }: SecondStepLeadProps) =>
  isMailed ? (
    <Text>
      <strong>{email}</strong> に6桁の認証コードを送信しました。メールに記載されたコードを入力してください。
      {hasAuthenticator && '認証アプリのコードも引き続き使えます。'}
    </Text>
  ) : (
    <Text>認証アプリに表示されている6桁の認証コードを入力してください。</Text>
  );

type Options = { credentials: Credentials; challenge: Challenge };
type Callbacks = { onMailed: () => void; onSignedIn: (answer: LoginResponse) => void; onError: (error: unknown) => void };

/**
 * How the second step's code gets into the mailbox. Without an authenticator it is on its way, and signing in again sends another;
 * beside one it is mailed only when it is asked for.
 */
const useCodeMailing = ({ credentials, challenge }: Options) => {
  const hasAuthenticator = challenge.methods.includes('authenticator');
  const mailing = useMutation({
    mutationFn: async (): Promise<{ answer: LoginResponse | null; resendAt: number | null }> => {
      if (hasAuthenticator) {
        const sent = await sendSecondStepCode(credentials.email);
        return { answer: null, resendAt: resendTimeAfter(sent, Date.now()) };
      }
      const answer = await logIn(credentials);
      return { answer, resendAt: challengeOf(answer, Date.now()).resendAt };
    },
  });
  const [isMailed, setIsMailed] = useState(!hasAuthenticator);
  const [resendAt, setResendAt] = useState(challenge.resendAt);

  const send = ({ onMailed, onSignedIn, onError }: Callbacks) =>
    mailing.mutate(undefined, {
      onError: (error) => {
        if (isCodeAlreadySent(error)) {
          setIsMailed(true);
          setResendAt(resendTimeAfterRefusal(error, Date.now()));
        }
        onError(error);
      },
      onSuccess: ({ answer, resendAt: next }) => {
        if (answer && answer.user !== null) return onSignedIn(answer);
        setIsMailed(true);
        setResendAt(next);
        onMailed();
      },
    });

  return { hasAuthenticator, isMailed, resendAt, send, isPending: mailing.isPending, error: mailing.error };
};

type Props = {
  credentials: Credentials;
  challenge: Challenge;
  onSignedIn: (user: SessionUser, redirectTo: string | null) => void;
  /** The password step has to come again, because of this error. */
  onRefused: (error: unknown) => void;
  onBack: () => void;
};

/** The second step: the mailed code, or the authenticator's where there is one. */
export const SecondStepForm = ({ credentials, challenge, onSignedIn, onRefused, onBack }: Props) => {
  const entry = useCodeEntry();
  const verify = useSingleMutation({ mutationFn: logIn });
  const mailing = useCodeMailing({ credentials, challenge });
  const { isMailed } = mailing;

  const onAnswer = ({ user, redirectTo }: LoginResponse) => {
    if (user !== null) return onSignedIn(user, redirectTo);
    entry.clear();
  };

  const check = (code: string) => {
    entry.forgive();
    verify.mutate(
      { ...credentials, twoFactorCode: code },
      {
        onSuccess: onAnswer,
        onError: (error) => {
          if (endsSecondStep(error)) return onRefused(error);
          // A code that the server did not check may be correct, so it stays.
          if (error instanceof ApiError && error.status === 400) entry.clear();
          entry.refuse(userMessageOf(error, '認証コードが正しくありません'), attemptsHintOf(error));
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (verify.isPending) return;
    if (!entry.isComplete) return entry.refuse('6桁の認証コードを入力してください');
    check(entry.code);
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
        <CodeInputWithResend entry={entry} isChecking={verify.isPending} onComplete={check} resend={isMailed ? resend : null} />
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
