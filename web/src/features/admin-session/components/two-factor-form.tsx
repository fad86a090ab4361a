import { Button, Group, Stack, Text } from '@mantine/core';
import { CODE_LIFETIME_SECONDS } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useVerifyTwoFactor } from '../../../api/admin-session.ts';
import { sendSecondStepCode } from '../../../api/session.ts';
import { CodeInput, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { paths } from '../../../config/paths.ts';
import { adminMarker, type PendingAdminLogin } from '../../../lib/admin-marker.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { attemptsHintOf } from '../../../lib/attempts-hint.ts';
import { showToast } from '../../../lib/toast.ts';
import { useNow } from '../../../lib/use-now.ts';
import { announcement, minutesAndSeconds, secondsLeft } from '../lib/countdown.ts';
import { failureText } from '../lib/failure-text.ts';
import { landingPath } from '../lib/landing-path.ts';
import { type SignInState, signInNotices } from '../lib/sign-in-notice.ts';

/** Tells where to find the code. */
export const TwoFactorLead = ({ pending: { email, methods } }: { pending: PendingAdminLogin }) => {
  if (methods[0] === 'authenticator') return '認証アプリに表示されている6桁の認証コードを入力してください。';
  return (
    <>
      {email} に送信された6桁の認証コードを入力してください。
      {methods.includes('authenticator') && '認証アプリのコードも引き続き使えます。'}
    </>
  );
};

/** The password step expired on the server, so no code is accepted any more. */
const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'TwoFactorExpired';

type CodeStepProps = {
  pending: PendingAdminLogin;
  /** False in a dialog: what the page shows stays. */
  isPageReplaced: boolean;
  /** A code was sent, and the step's time starts again. */
  onMailed: (pending: Pick<PendingAdminLogin, 'email' | 'methods'>) => void;
  onSignedIn: (redirectTo: string) => void;
  /** The time is over: the password is needed again. */
  onExpired: () => void;
  /** The way back to the password. */
  back: ReactNode;
};

/** The second step: the code of the authenticator or of the mail. */
export const CodeStep = ({ pending, isPageReplaced, onMailed, onSignedIn, onExpired, back }: CodeStepProps) => {
  const verify = useVerifyTwoFactor({ isPageReplaced });
  const resend = useMutation({ mutationFn: sendSecondStepCode });
  const entry = useCodeEntry({ isFocused: true });
  const [resendError, setResendError] = useState<string | null>(null);
  // `useNow` ticks once per second, so after a new code it can be slightly behind.
  const seconds = Math.min(CODE_LIFETIME_SECONDS, secondsLeft({ until: pending.expiresAt, now: useNow(true) }));
  const [isRefused, setRefused] = useState(false);
  const isExpired = seconds === 0 || isRefused;

  const expire = useRef(onExpired);
  useEffect(() => {
    expire.current = onExpired;
  });
  useEffect(() => {
    if (!isExpired) return;
    void showToast({ title: '認証エラー', message: signInNotices.codeExpired, tone: 'error' });
    expire.current();
  }, [isExpired]);

  const submitCode = (code: string) => {
    if (verify.isPending) return;
    entry.forgive();
    verify.mutate(
      { email: pending.email, code },
      {
        onSuccess: ({ redirectTo }) => {
          adminMarker.write(pending.email);
          onSignedIn(redirectTo);
        },
        onError: (error) => {
          if (isOver(error)) return setRefused(true);
          const isAnswer = error instanceof ApiError;
          const message = failureText({ error, otherwise: isAnswer ? '認証コードが正しくありません' : '認証に失敗しました' });
          // A code that the server did not check may be correct, so it stays.
          if (isAnswer) entry.clear();
          entry.refuse(message, attemptsHintOf(error));
          void showToast({ title: isAnswer ? '認証失敗' : 'エラー', message, tone: 'error' });
        },
      },
    );
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.isComplete) submitCode(entry.code);
  };

  const sendAgain = () => {
    setResendError(null);
    resend.mutate(pending.email, {
      onSuccess: ({ message }) => {
        const methods = [...new Set(['mail' as const, ...pending.methods])];
        onMailed({ email: pending.email, methods });
        entry.clear();
        entry.forgive();
        void showToast({ message, tone: 'success' });
      },
      onError: (error) => {
        if (isOver(error)) return setRefused(true);
        const message = failureText({ error, otherwise: '認証コードの再送信に失敗しました' });
        setResendError(message);
        void showToast({ title: '再送信失敗', message, tone: 'error' });
      },
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeInput {...entry.field} onComplete={submitCode} disabled={verify.isPending} />
        <Text size="sm" c="dimmed">
          有効期限まで{' '}
          <Text component="span" fw={700} c="var(--mantine-color-text)" ff="monospace">
            {minutesAndSeconds(seconds)}
          </Text>
        </Text>
        <Text className="visually-hidden" role="status">
          {announcement(seconds)}
        </Text>
        <FormErrors messages={resendError ? [resendError] : []} />
        <Button type="submit" fullWidth loading={verify.isPending} disabled={!entry.isComplete}>
          認証する
        </Button>
        <Group justify="space-between" gap="xs">
          {back}
          <Button variant="subtle" size="sm" h={44} onClick={sendAgain} loading={resend.isPending}>
            {pending.methods[0] === 'authenticator' ? 'メールでコードを受け取る' : '認証コードを再送信'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** The second step of the sign-in page. */
export const TwoFactorForm = ({ pending, onMailed }: { pending: PendingAdminLogin; onMailed: (renewed: PendingAdminLogin) => void }) => {
  const navigate = useNavigate();
  return (
    <CodeStep
      pending={pending}
      isPageReplaced
      onMailed={(mailed) => onMailed(adminMarker.writePending(mailed))}
      onSignedIn={(redirectTo) => void navigate(landingPath(redirectTo), { replace: true })}
      onExpired={() => {
        adminMarker.removePending();
        void navigate(paths.adminLogin.to(), { replace: true, state: { notice: signInNotices.codeExpired } satisfies SignInState });
      }}
      back={
        <Button component={Link} to={paths.adminLogin.to()} variant="subtle" size="sm" h={44}>
          ログインに戻る
        </Button>
      }
    />
  );
};
