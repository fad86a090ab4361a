import { Button, Stack } from '@mantine/core';
import { normaliseEmail } from '@stagereel/contracts';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { sendResetCode } from '../../../api/password.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { emailProblem, withoutEmpty } from '../../../lib/form-rules.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent } from '../../../lib/resend-wait.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import type { CodeRequested } from '../lib/reset-progress.ts';

type Props = { onRequested: (requested: CodeRequested) => void };

/** The first step: the email address. The result is the same whether it has an account or not. */
export const ResetRequestForm = ({ onRequested }: Props) => {
  const send = useMutation({ mutationFn: sendResetCode });
  const form = useCheckedForm({
    opening: () => ({ email: '' }),
    fields: ['email'],
    problemsOf: ({ email }) => withoutEmpty({ email: emailProblem(email) }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.check() || send.isPending) return;
    const email = normaliseEmail(form.values.email);
    const nothingSent: CodeRequested = { step: 'code', email, codeSentAt: null, resendAt: null };
    send.mutate(email, {
      onSuccess: (sent) => onRequested(afterCodeSent(nothingSent, sent, Date.now())),
      onError: (error) => isCodeAlreadySent(error) && onRequested(afterResendRefused(nothingSent, error, Date.now())),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <EmailField
          ref={form.inputRef('email')}
          autoComplete="username"
          description="会員登録に使ったメールアドレスです。"
          value={form.values.email}
          onChange={(event) => form.set({ email: event.currentTarget.value })}
          error={form.errors.email}
        />
        {send.isError && !isCodeAlreadySent(send.error) && (
          <ErrorPanel title="認証コードの送信に失敗しました">
            {userMessageOf(send.error, '時間をおいて、もう一度お試しください。')}
          </ErrorPanel>
        )}
        <Button type="submit" fullWidth loading={send.isPending}>
          認証コードを送信する
        </Button>
      </Stack>
    </form>
  );
};
