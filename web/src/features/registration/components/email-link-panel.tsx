import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { verifyEmailQuery } from '../api/verify-email.ts';
import { AccountCreated } from './account-created.tsx';
import { LinkFailed } from './link-failed.tsx';
import { LinkPasswordForm } from './link-password-form.tsx';

/** This browser did not register: whoever opened the link shows by the chosen password that they did. */
const needsPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'RegistrationPasswordRequired';

type Props = { token: string; onContinue: () => void };

/** What a registration's mailed link leads to: the account, a question for the password, or what went wrong. */
export const EmailLinkPanel = ({ token, onContinue }: Props) => {
  const { data, error, isFetching, refetch } = useQuery(verifyEmailQuery(token));
  const [createdByPassword, setCreatedByPassword] = useState<string | null>(null);
  const [linkError, setLinkError] = useState<unknown>(null);
  const message = data?.message ?? createdByPassword;

  useEffect(() => {
    if (message !== null) void showToast({ message, tone: 'success' });
  }, [message]);

  if (message !== null) return <AccountCreated message={message} onContinue={onContinue} />;
  if (isFetching) {
    return (
      <FormPage key="loading" title="メールアドレスの確認">
        <LoadingText>メールアドレスを確認しています...</LoadingText>
      </FormPage>
    );
  }
  if (linkError === null && needsPassword(error)) {
    return <LinkPasswordForm token={token} onCreated={setCreatedByPassword} onLinkRefused={setLinkError} />;
  }
  return <LinkFailed error={linkError ?? error} onRetry={() => void refetch()} />;
};
