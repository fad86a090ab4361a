import { Button, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { PasswordField } from '../../../components/ui/password-fields.tsx';
import { keepImeEnter } from '../../../lib/ime.ts';
import type { CredentialsForm as Form } from '../lib/use-credentials.ts';

const PASSWORD_HINT = '登録時に設定した、8文字以上のパスワードです。';
const ADMIN_HINT = '管理者アカウントのパスワードは、大文字・小文字・数字・記号をすべて含む12文字以上です。';

type Props = { form: Form; isSending: boolean; isLocked: boolean; onSubmit: () => void };

/** The first step: who somebody is, and their password. */
export const CredentialsForm = ({ form: { values, errors, set, inputRef, check }, isSending, isLocked, onSubmit }: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && !isLocked && check()) onSubmit();
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate>
      <Stack gap="md">
        <EmailField
          ref={inputRef('email')}
          autoComplete="username"
          disabled={isLocked}
          value={values.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          error={errors.email}
        />
        <PasswordField
          ref={inputRef('password')}
          label="パスワード"
          description={PASSWORD_HINT}
          autoComplete="current-password"
          required
          disabled={isLocked}
          value={values.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
          error={errors.password}
        />
        <Button type="submit" fullWidth loading={isSending} disabled={isLocked}>
          {isLocked ? 'ロック中' : 'ログイン'}
        </Button>
        {/* Below the button: most people who log in here are customers, whom this must not confuse. */}
        <Text size="xs" c="dimmed">
          {ADMIN_HINT}
        </Text>
      </Stack>
    </form>
  );
};
