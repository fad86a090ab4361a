import { Alert, Stack, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconInfoCircle, IconLockOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { paths } from '../../../config/paths.ts';
import { useHasMoved } from '../../../lib/use-has-moved.ts';
import { useNow } from '../../../lib/use-now.ts';
import { logIn } from '../api/log-in.ts';
import { afterFailure, NO_FAILURES, withoutLock } from '../model/login-failures.ts';
import { useCredentials } from '../model/use-credentials.ts';
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

/** Signing in: the password, the mailed code where the server asks for one, and the lock after too many failures. */
export const LoginPanel = ({ notice, onSignedIn, footer }: Props) => {
  const form = useCredentials();
  const [step, setStep] = useState<'password' | 'code'>('password');
  const hasMoved = useHasMoved(step);
  const [failures, setFailures] = useState(NO_FAILURES);
  const [wasUnlocked, setWasUnlocked] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const signIn = useMutation({ mutationFn: logIn });
  const { lock } = failures;
  const now = useNow(lock !== null);
  const isLocked = lock !== null && now < lock.opensAt;

  useEffect(() => {
    if (lock === null || isLocked) return;
    setFailures(withoutLock);
    setWasUnlocked(true);
  }, [lock, isLocked]);

  const fail = (error: unknown) => {
    setFailures((before) => afterFailure(before, error, Date.now()));
    setStep('password');
    // The button was disabled while it waited and lost the focus.
    form.focus('password');
  };

  const leave = (user: SessionUser, redirectTo: string | null) => {
    setIsLeaving(true);
    onSignedIn(user, redirectTo);
  };

  const submit = () => {
    setWasUnlocked(false);
    signIn.mutate(form.credentials, {
      onError: fail,
      onSuccess: ({ user, redirectTo }) => {
        setFailures(NO_FAILURES);
        if (user !== null) return leave(user, redirectTo);
        setStep('code');
      },
    });
  };

  const startOver = () => {
    setFailures(NO_FAILURES);
    form.set({ email: '', password: '' });
  };

  if (step === 'code') {
    return (
      <FormPage key="code" title="認証コードの入力" lead="安全のため、ご本人の確認をお願いします。" isNextStep footer={MAIL_WAYS}>
        <SecondStepForm credentials={form.credentials} onSignedIn={leave} onRefused={fail} onBack={() => setStep('password')} />
      </FormPage>
    );
  }
  return (
    <FormPage key="password" title="ログイン" isNextStep={hasMoved} footer={footer}>
      <Stack gap="md">
        {notice && failures === NO_FAILURES && !wasUnlocked && !isLeaving && <Notice icon={IconInfoCircle}>{notice}</Notice>}
        {wasUnlocked && failures.message === null && (
          <Notice icon={IconLockOpen}>ロックが解除されました。もう一度ログインできます。</Notice>
        )}
        {isLocked && <LockBanner until={lock.until} onOtherAccount={startOver} />}
        {!isLocked && <FailureNotices failures={failures} />}
        <CredentialsForm form={form} isSending={signIn.isPending || isLeaving} isLocked={isLocked} onSubmit={submit} />
      </Stack>
    </FormPage>
  );
};
