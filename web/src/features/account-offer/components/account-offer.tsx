import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { type RegistrationOutcome, registerCustomer } from '../../../api/registration.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { NewPasswordFields } from '../../../components/ui/password-fields.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { newPasswordErrors } from '../../../lib/password-rules.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCheckedForm } from '../../../lib/use-checked-form.ts';

/** Shown when the wanted account waits for its mailed link. */
export const AccountLinkSent = ({ email }: { email: string }) => (
  <DataCard title="会員登録の確認メールをお送りしました">
    <Text role="status">
      <strong>{email}</strong> に届くメールのリンクを開くと、会員登録が完了します。ご注文はすでに完了しています。
    </Text>
  </DataCard>
);

const PASSWORD_MISSING = 'パスワードを入力してください。';

type Props = {
  email: string;
  name: string;
  /** The customer chose an account while ordering, and its password got lost. */
  isWanted: boolean;
  onRegistered: (outcome: RegistrationOutcome) => void;
};

/** Offers an account to a guest who has paid. */
export const AccountOffer = ({ email, name, isWanted, onRegistered }: Props) => {
  const form = useCheckedForm({
    opening: () => ({ password: '', confirmPassword: '' }),
    fields: ['password', 'confirmPassword'],
    problemsOf: (values) => newPasswordErrors(values, PASSWORD_MISSING),
  });
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: (password: string) => registerCustomer({ email, name, password }),
    onSuccess: async (outcome) => {
      if (outcome === 'created') {
        void showToast({ message: '会員登録が完了しました。', tone: 'success' });
        await queryClient.invalidateQueries({ queryKey: ['/api/auth/check'] });
      }
      onRegistered(outcome);
    },
    onError: (error) => error instanceof ApiError && form.refuse(error.fields),
  });
  const isFieldRefused = register.error instanceof ApiError && register.error.fields['password'] !== undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.check() && !register.isPending) register.mutate(form.values.password);
  };

  return (
    <DataCard title={isWanted ? '会員登録を完了する' : '会員登録して、購入履歴に残す（任意）'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>
            {isWanted && 'もう一度'}パスワードを設定すると、<strong>{email}</strong>{' '}
            で会員登録が完了します。このご注文が購入履歴に残り、次回から自動ログインで注文できます。登録しない場合も、ご注文には影響ありません。
          </Text>
          <NewPasswordFields values={form.values} errors={form.errors} onChange={form.set} inputRef={form.inputRef} />
          {register.isError && !isFieldRefused && (
            <ErrorPanel title="登録に失敗しました">{userMessageOf(register.error, 'しばらくしてからもう一度お試しください。')}</ErrorPanel>
          )}
          <Button type="submit" variant="default" loading={register.isPending}>
            利用規約に同意して登録する
          </Button>
        </Stack>
      </form>
    </DataCard>
  );
};
