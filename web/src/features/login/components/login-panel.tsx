import { Alert, Button, Stack, Text } from '@mantine/core';
import type { SessionUser, TwoFactorMethod } from '@stagereel/contracts';
import { IconInfoCircle, IconLockOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { paths } from '../../../config/paths.ts';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { logIn } from '../api/log-in.ts';
import { useCredentials } from '../model/use-credentials.ts';
import { useLoginFailures } from '../model/use-login-failures.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { FailureNotices } from './failure-notices.tsx';
import { LockBanner } from './lock-banner.tsx';
import { SecondStepForm } from './second-step-form.tsx';

type Props = {
  /** Why the visitor was sent here. */
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
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [methods, setMethods] = useState<readonly TwoFactorMethod[]>(['mail']);
  const [isLeaving, setIsLeaving] = useState(false);
  const hasMoved = useHasMoved(step);
  const { failures, lock, wasUnlocked } = attempts;

  const fail = (error: unknown) => {
    attempts.fail(error);
    setStep('password');
    // The button was disabled while it waited and lost the focus.
    form.focus('password');
  };

  const leave = (user: SessionUser, redirectTo: string | null) => {
    setIsLeaving(true);
    onSignedIn(user, redirectTo);
  };

  const submit = () =>
    signIn.mutate(form.credentials, {
      onError: fail,
      onSuccess: ({ user, redirectTo, methods: open = ['mail'] }) => {
        attempts.forget();
        if (user !== null) return leave(user, redirectTo);
        setMethods(open);
        setStep('code');
      },
    });

  const startOver = () => {
    attempts.forget();
    form.set({ email: '', password: '' });
  };

  if (step === 'code') {
    return (
      <FormPage key="code" title="認証コードの入力" lead="安全のため、ご本人の確認をお願いします。" isNextStep footer={MAIL_WAYS}>
        <SecondStepForm
          credentials={form.credentials}
          methods={methods}
          onSignedIn={leave}
          onRefused={fail}
          onBack={() => setStep('password')}
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
