import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { resetPassword, sendResetCode } from '../../../api/password.ts';
import { CodeInputWithResend, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { MailHelp } from '../../../components/ui/mail-help.tsx';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { StepButtons } from '../../../components/ui/step-buttons.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { attemptsHintOf } from '../../../lib/attempts-hint.ts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';
import { afterCodeSent, afterResendRefused, isCodeAlreadySent } from '../../../lib/resend-wait.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import type { CodeRequested } from '../lib/reset-progress.ts';
import { refusedFieldOf } from '../lib/reset-refusal.ts';

type Props = {
  requested: CodeRequested;
  onRequestedAgain: (requested: CodeRequested) => void;
  onBack: () => void;
  onReset: () => void;
};

/** The second step: the mailed code and the new password. */
export const ResetForm = ({ requested, onRequestedAgain, onBack, onReset }: Props) => {
  const entry = useCodeEntry();
  const form = useCheckedForm({
    opening: () => ({ password: '', confirmPassword: '' }),
    fields: ['password', 'confirmPassword'],
    problemsOf: (values) => newPasswordErrors(values, '新しいパスワードを入力してください。'),
  });
  const reset = useSingleMutation({ mutationFn: resetPassword });
  const resend = useMutation({ mutationFn: sendResetCode });

  const refuse = (error: unknown) => {
    const part = refusedFieldOf(error);
    if (part === 'password') form.refuse({ password: userMessageOf(error, 'このパスワードは使用できません。') });
    if (part !== 'code') return;
    entry.clear();
    entry.refuse(userMessageOf(error, '認証コードが無効です'), attemptsHintOf(error));
  };

  const send = (code: string) =>
    reset.mutate({ email: requested.email, code, newPassword: form.values.password }, { onSuccess: onReset, onError: refuse });

  /** Before the passwords are entered, the code leads to them. */
  const continueWithCode = (code: string) => {
    entry.forgive();
    if (form.values.password === '') form.focus('password');
    else if (form.check()) send(code);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reset.isPending || reset.isSuccess) return;
    entry.forgive();
    const isPasswordFine = form.check();
    if (!entry.isComplete) return entry.refuse('6桁の認証コードを入力してください');
    if (!isPasswordFine) return;
    send(entry.code);
  };

  const sendAgain = () => {
    entry.forgive();
    resend.mutate(requested.email, {
      onSuccess: (sent) => {
        onRequestedAgain(afterCodeSent(requested, sent, Date.now()));
        entry.clear();
        void showToast({ message: '認証コードの送信を受け付けました。', tone: 'success' });
      },
      onError: (error) => isCodeAlreadySent(error) && onRequestedAgain(afterResendRefused(requested, error, Date.now())),
    });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Alert role="note" variant="light" icon={<IconInfoCircle aria-hidden />}>
          <strong>{requested.email}</strong>{' '}
          が会員登録されている場合、6桁の認証コードをメールでお送りします。登録されていないメールアドレスには届きません。
        </Alert>
        <CodeInputWithResend
          entry={entry}
          isChecking={reset.isPending}
          onComplete={continueWithCode}
          resend={{ at: requested.resendAt, send: sendAgain, isPending: resend.isPending, error: resend.error }}
        />
        <Stack gap="md">
          <NewPasswordFields
            label="新しいパスワード"
            values={form.values}
            errors={form.errors}
            onChange={form.set}
            inputRef={form.inputRef}
          />
        </Stack>
        <Text size="sm" c="dimmed">
          再設定すると、ログイン中のすべての端末からログアウトします。
        </Text>
        {reset.isError && refusedFieldOf(reset.error) === null && (
          <ErrorPanel title="パスワードの再設定に失敗しました">
            {userMessageOf(reset.error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        <StepButtons onBack={onBack}>
          <Button type="submit" loading={reset.isPending || reset.isSuccess}>
            パスワードを再設定する
          </Button>
        </StepButtons>
        <MailHelp />
      </Stack>
    </form>
  );
};
