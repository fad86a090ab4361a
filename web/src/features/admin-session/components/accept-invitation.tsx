import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { errorCatalogue, formatDateTime, isAdminPassword, type OpenedInvitation, PASSWORDS_DIFFER } from '@stagereel/contracts';
import { IconInfoCircle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { openedInvitationQuery, useAcceptInvitation } from '../../../api/admin-invitations.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import type { NewPassword, NewPasswordErrors } from '../../../lib/password-rules.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { SignInFrame } from './sign-in-frame.tsx';

const TRY_AGAIN = 'しばらくしてからもう一度お試しください。';
const HINT = errorCatalogue.AdminPasswordTooWeak.message;

/** The link can be used no more: trying again does not help. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'InvitationInvalid' || error.code === 'InvitationExpired');

const problemsOf = ({ password, confirmPassword }: NewPassword): NewPasswordErrors => ({
  ...(!isAdminPassword(password) && { password: password === '' ? 'パスワードを入力してください。' : HINT }),
  ...(confirmPassword !== password && { confirmPassword: PASSWORDS_DIFFER }),
});

const ToSignIn = ({ children }: { children: string }) => (
  <Button component={Link} to={paths.adminLogin.to()} fullWidth>
    {children}
  </Button>
);

type FormProps = { token: string; invitation: OpenedInvitation; onAccepted: () => void };

const AcceptanceForm = ({ token, invitation: { email, hasAccount, expiresAt }, onAccepted }: FormProps) => {
  const accept = useAcceptInvitation();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useCheckedForm<NewPassword, keyof NewPassword>({
    opening: () => ({ password: '', confirmPassword: '' }),
    fields: ['password', 'confirmPassword'],
    problemsOf,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    if (!form.check()) return;
    accept.mutate(
      { token, password: form.values.password },
      {
        onSuccess: ({ message }) => {
          void showToast({ message, tone: 'success' });
          onAccepted();
        },
        onError: (error) => {
          if (error instanceof ApiError && form.refuse(error.fields)) return;
          const message = userMessageOf(error, TRY_AGAIN);
          setFailure(message);
          void showToast({ title: '登録に失敗しました', message, tone: 'error' });
        },
      },
    );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasAccount && (
          <Alert color="orange" variant="light" icon={<IconInfoCircle aria-hidden />} title="会員アカウントをお持ちです">
            <Text size="sm">
              このメールアドレスの会員アカウントが、管理者のアカウントに変わります。パスワードは新しいものに変わり、すべての端末からログアウトします。購入履歴は残ります。
            </Text>
          </Alert>
        )}
        {/* Password managers save the password for this address. */}
        <TextInput label="メールアドレス" type="email" autoComplete="username" value={email} readOnly />
        <NewPasswordFields hint={HINT} values={form.values} errors={form.errors} onChange={form.set} inputRef={form.inputRef} />
        <Text size="sm" c="dimmed">
          招待の有効期限：{formatDateTime(expiresAt)}
        </Text>
        <FormErrors messages={failure === null ? [] : [failure]} />
        <Button type="submit" fullWidth loading={accept.isPending}>
          管理者として登録する
        </Button>
      </Stack>
    </form>
  );
};

/** The page of a mailed invitation. Opening it changes nothing, because mail scanners open links too. */
export const AcceptInvitation = ({ token }: { token: string }) => {
  const [isDone, setIsDone] = useState(false);
  const { data, isPending, isError, error, refetch, isFetching } = useQuery({ ...openedInvitationQuery(token), enabled: !isDone });

  if (isDone) {
    return (
      <FormPage
        title="管理者として登録しました"
        icon={IconShieldCheck}
        lead="設定したパスワードと、メールで届く認証コードでログインしてください。認証アプリは、ログインしたあとに設定できます。"
        isNextStep
      >
        <ToSignIn>管理者ログインへ進む</ToSignIn>
      </FormPage>
    );
  }
  if (isError) {
    return (
      <SignInFrame title="管理者への招待" lead={null}>
        <ErrorPanel title="招待を開けませんでした" {...(!isOver(error) && { onRetry: () => void refetch(), isRetrying: isFetching })}>
          {userMessageOf(error, TRY_AGAIN)}
        </ErrorPanel>
        {isOver(error) && <ToSignIn>管理者ログインへ</ToSignIn>}
      </SignInFrame>
    );
  }
  if (isPending) return <LoadingText />;
  return (
    <SignInFrame
      title="管理者への招待"
      lead={`${data.invitedBy} から、StageReelの管理者に招待されました。ご自身のパスワードを設定してください。`}
    >
      <AcceptanceForm token={token} invitation={data} onAccepted={() => setIsDone(true)} />
    </SignInFrame>
  );
};
