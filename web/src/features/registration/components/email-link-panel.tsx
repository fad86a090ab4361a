import { Button, Stack, Text } from '@mantine/core';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { verifyEmailByPassword, verifyEmailQuery } from '../../../api/registration.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { PasswordField } from '../../../components/ui/password-fields.tsx';
import { paths } from '../../../config/paths.ts';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { withoutEmpty } from '../../../lib/form-rules.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

const REDIRECT_SECONDS = 3;

type AccountCreatedProps = { message: string; onContinue: () => void };

/** Shown when the account was created; continues to the sign-in after a delay or at once. */
const AccountCreated = ({ message, onContinue }: AccountCreatedProps) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one delay from the first render
  useEffect(() => {
    const timer = setTimeout(onContinue, REDIRECT_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, []);

  return (
    <FormPage key="created" title="アカウントが作成されました" icon={IconCircleCheck} isNextStep>
      <Stack gap="md">
        <Text role="status">
          {message}
          <br />
          {REDIRECT_SECONDS}秒後に、ログイン画面へ移動します。
        </Text>
        <Button onClick={onContinue}>ログイン画面へ進む</Button>
      </Stack>
    </FormPage>
  );
};

/** A link without a token: no request is sent. */
const TOKEN_MISSING = errorCatalogue.VerifyLinkInvalid.message;

/** An error of the link itself is final; only other failures can be retried. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < 500 && error.status !== 429;

const isRefusedAs = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

type LinkFailedProps = { error: unknown; onRetry?: () => void };

/** Shown when the link failed. `error` is null when it contained no token. */
export const LinkFailed = ({ error, onRetry }: LinkFailedProps) => {
  const mayBeCut = error === null || isRefusedAs(error, 'VerifyLinkInvalid');
  const hasAccount = isRefusedAs(error, 'AccountExists');
  return (
    <FormPage key="failed" title="メールアドレスを確認できませんでした" isNextStep>
      <Stack gap="md">
        <ErrorPanel title="認証に失敗しました" onRetry={error === null || isFinal(error) ? undefined : onRetry}>
          {error === null ? TOKEN_MISSING : userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
        {mayBeCut && (
          <Text size="sm">
            リンクの有効期限が切れている可能性があります。メール内のリンクが途中で改行されていると、正しく開けないことがあります。リンク全体をコピーして、アドレス欄に貼り付けてください。
          </Text>
        )}
        {hasAccount && (
          <Button component={Link} to={paths.login.to()} fullWidth>
            ログイン
          </Button>
        )}
        <Button component={Link} to={paths.register.to()} variant={hasAccount ? 'default' : 'filled'} fullWidth>
          もう一度会員登録する
        </Button>
        <Button component={Link} to={paths.emailSupport.to()} variant="default" fullWidth>
          メールに関するサポート
        </Button>
      </Stack>
    </FormPage>
  );
};

const LINK_OVER: readonly (string | null)[] = ['VerifyLinkInvalid', 'VerifyLinkExpired', 'AccountExists'];

/** The link expired, had too many attempts, or the account already exists: the password does not help any more. */
const isLinkOver = (error: unknown): boolean => error instanceof ApiError && LINK_OVER.includes(error.code);

type LinkPasswordFormProps = { token: string; onCreated: (message: string) => void; onLinkRefused: (error: unknown) => void };

/** In another browser, the password chosen at registration completes it, so that nobody can register with a foreign address. */
const LinkPasswordForm = ({ token, onCreated, onLinkRefused }: LinkPasswordFormProps) => {
  const verify = useMutation({ mutationFn: verifyEmailByPassword });
  const form = useCheckedForm({
    opening: () => ({ password: '' }),
    fields: ['password'],
    problemsOf: ({ password }) => withoutEmpty({ password: password === '' ? 'パスワードを入力してください。' : undefined }),
  });

  const refuse = (error: unknown) => {
    if (isLinkOver(error)) return onLinkRefused(error);
    if (error instanceof ApiError && error.code === 'RegistrationPasswordInvalid') form.refuse({ password: error.userMessage });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check() || verify.isPending) return;
    verify.mutate({ token, password: form.values.password }, { onSuccess: ({ message }) => onCreated(message), onError: refuse });
  };

  return (
    <FormPage key="password" title="登録の確認" lead={errorCatalogue.RegistrationPasswordRequired.message} isNextStep>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <PasswordField
            ref={form.inputRef('password')}
            label="パスワード"
            description="会員登録の画面で入力したパスワードです。お心当たりがない場合は、この画面を閉じてください。登録は完了しません。"
            autoComplete="current-password"
            required
            value={form.values.password}
            onChange={(event) => form.set({ password: event.currentTarget.value })}
            error={form.errors.password}
          />
          {verify.isError && form.errors.password === undefined && (
            <ErrorPanel title="認証に失敗しました">{userMessageOf(verify.error, 'しばらくしてからもう一度お試しください。')}</ErrorPanel>
          )}
          <Button type="submit" fullWidth loading={verify.isPending}>
            登録を完了する
          </Button>
        </Stack>
      </form>
    </FormPage>
  );
};

/** In another browser than the one that registered, the chosen password is required. */
const needsPassword = (error: unknown): boolean => error instanceof ApiError && error.code === 'RegistrationPasswordRequired';

type Props = { token: string; onContinue: () => void };

/** The page of a registration's mailed link: the created account, the password form, or an error. */
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
