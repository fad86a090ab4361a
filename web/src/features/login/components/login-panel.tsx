import { Alert, Button, Stack, Text } from '@mantine/core';
import {
  CUSTOMER_URGENT_ATTEMPTS,
  CUSTOMER_WARNING_ATTEMPTS,
  formatDateTime,
  LOCK_SECONDS,
  MINUTE,
  type SessionUser,
} from '@stagereel/contracts';
import { IconInfoCircle, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { logIn } from '../../../api/session.ts';
import { AttemptsWarning } from '../../../components/ui/attempts-warning.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { paths } from '../../../config/paths.ts';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { type Challenge, challengeOf } from '../lib/challenge.ts';
import { type LoginFailures, showsGeneralNotice } from '../lib/login-failures.ts';
import { useCredentials } from '../lib/use-credentials.ts';
import { useLoginFailures } from '../lib/use-login-failures.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';

const LOCK_TEXT = `${LOCK_SECONDS / MINUTE}分間、一時的にロックされます。`;

const urgentText = (remaining: number): string =>
  remaining === 1 ? `次に失敗すると、${LOCK_TEXT}` : `あと${remaining}回続けて失敗すると、${LOCK_TEXT}`;

/** Shows why signing in failed, and when further failures lock the account. */
const FailureNotices = ({ failures }: { failures: LoginFailures }) => {
  const { message, remaining } = failures;
  if (message === null) return null;
  return (
    <Stack gap="sm">
      <ErrorPanel title="ログインに失敗しました">{message}</ErrorPanel>
      <AttemptsWarning remaining={remaining} from={CUSTOMER_WARNING_ATTEMPTS}>
        {remaining !== null && remaining <= CUSTOMER_URGENT_ATTEMPTS && <Text size="sm">{urgentText(remaining)}</Text>}
      </AttemptsWarning>
      {showsGeneralNotice(failures) && (
        <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <Text size="sm">
            ログインの失敗が続いています。このまま失敗が続くと、一時的にログインできなくなります。パスワードをお忘れの場合は、再設定してください。
          </Text>
        </Alert>
      )}
    </Stack>
  );
};

/** Takes the focus, because every field of the form is disabled. */
const LockBanner = ({ until }: { until: Date }) => (
  <FocusedAlert color="red" icon={<IconLock aria-hidden />} title="ログインがロックされました">
    <Text>ログインの失敗が続いたため、このアカウントへのログインは一時的に制限されています。</Text>
    <Text mt={4}>
      解除予定：<strong>{formatDateTime(until)}</strong>
    </Text>
    <Text size="sm" mt={4}>
      この時刻になると、この画面からもう一度ログインできます。パスワードをお忘れの場合は、いますぐ再設定することもできます。
    </Text>
  </FocusedAlert>
);

type Props = {
  /** Tells the visitor why the login page opened, for example after the session expired. */
  notice: string | null;
  onSignedIn: (user: SessionUser, redirectTo: string | null) => void;
  /** Ways on from the password step. */
  footer: ReactNode;
};

const MAIL_WAYS = <LinkList label="認証コードにお困りの方" links={[{ label: 'メールが届かないとき', to: paths.emailSupport.to() }]} />;

const Notice = ({ icon: NoticeIcon, children }: { icon: typeof IconInfoCircle; children: string }) => (
  <Alert color="brand" variant="light" role="status" icon={<NoticeIcon aria-hidden />}>
    <Text>{children}</Text>
  </Alert>
);

/** Signing in: the password, the code of the second step where the server asks for one, and the lock after too many failures. */
export const LoginPanel = ({ notice, onSignedIn, footer }: Props) => {
  const form = useCredentials();
  const attempts = useLoginFailures({ onUnlocked: form.focusIfNowhere });
  const signIn = useMutation({ mutationFn: logIn });
  /** Null in the password step. */
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const hasMoved = useHasMoved(challenge === null ? 'password' : 'code');
  const { failures, lock, wasUnlocked } = attempts;

  const fail = (error: unknown) => {
    attempts.fail(error);
    setChallenge(null);
    // The button was disabled during the request and lost the focus.
    form.focus('password');
  };

  const leave = (user: SessionUser, redirectTo: string | null) => {
    setIsLeaving(true);
    onSignedIn(user, redirectTo);
  };

  const submit = () =>
    signIn.mutate(form.credentials, {
      onError: fail,
      onSuccess: (answer) => {
        attempts.forget();
        if (answer.user !== null) return leave(answer.user, answer.redirectTo);
        setChallenge(challengeOf(answer, Date.now()));
      },
    });

  const startOver = () => {
    attempts.forget();
    form.set({ email: '', password: '' });
  };

  if (challenge !== null) {
    return (
      <FormPage key="code" title="認証コードの入力" lead="安全のため、ご本人の確認をお願いします。" isNextStep footer={MAIL_WAYS}>
        <SecondStepForm
          credentials={form.credentials}
          challenge={challenge}
          onSignedIn={leave}
          onRefused={fail}
          onBack={() => setChallenge(null)}
        />
      </FormPage>
    );
  }
  return (
    <FormPage key="password" title="ログイン" isNextStep={hasMoved} footer={footer}>
      <Stack gap="md">
        {notice && attempts.isUntried && !isLeaving && <Notice icon={IconInfoCircle}>{notice}</Notice>}
        {wasUnlocked && <Notice icon={IconLockOpen}>ロックが解除されました。もう一度ログインできます。</Notice>}
        {lock ? <LockBanner until={lock.until} /> : <FailureNotices failures={failures} />}
        <CredentialsForm form={form} isSending={signIn.isPending || isLeaving} isLocked={lock !== null} onSubmit={submit} />
        {lock && (
          <Button variant="default" fullWidth onClick={startOver}>
            別のアカウントを使う
          </Button>
        )}
      </Stack>
    </FormPage>
  );
};
