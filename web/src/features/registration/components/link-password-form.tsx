import { Button, Stack } from '@mantine/core';
import { errorCatalogue } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { saidOnly } from '../../../lib/person-rules.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { verifyEmailByPassword } from '../api/verify-email.ts';

const LINK_OVER: readonly (string | null)[] = ['VerifyLinkInvalid', 'VerifyLinkExpired', 'AccountExists'];

/** The link has had its tries, or its time, or the address got its account otherwise: no password helps any more. */
const isLinkOver = (error: unknown): boolean => error instanceof ApiError && LINK_OVER.includes(error.code);

type Props = { token: string; onCreated: (message: string) => void; onLinkRefused: (error: unknown) => void };

/** In a browser that did not register, the password chosen at registration ends it: so nobody's address is taken by registering it first. */
export const LinkPasswordForm = ({ token, onCreated, onLinkRefused }: Props) => {
  const verify = useMutation({ mutationFn: verifyEmailByPassword });
  const form = useCheckedForm({
    opening: () => ({ password: '' }),
    fields: ['password'],
    problemsOf: ({ password }) => saidOnly({ password: password === '' ? 'パスワードを入力してください。' : undefined }),
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
