import { Button, Stack, Text, Title } from '@mantine/core';
import type { TwoFactorSetup } from '@stagereel/contracts';
import type { FormEvent } from 'react';
import { CodeInput } from '../../../components/ui/code-input.tsx';
import { SetupFailure } from './setup-failure.tsx';
import { useSetupConfirmation } from './use-setup-confirmation.ts';

type Props = {
  setup: TwoFactorSetup;
  onConfirmed: () => void;
  /** How another secret is had when this one is worth nothing any more. */
  renewal: { start: () => void; isPending: boolean };
};

/** The codes that put the new authenticator in force: its own, and the present one's by a replacement. */
export const SetupForm = ({ setup, onConfirmed, renewal }: Props) => {
  const { current, token, failure, isPending, confirm } = useSetupConfirmation({ setup, onConfirmed });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div>
          <Title order={2} size="h3">
            3. 認証コードを入力する
          </Title>
          <Text size="sm" mt={4}>
            認証アプリに表示される6桁のコードを入力すると、設定が完了します。
          </Text>
        </div>
        {setup.isReplacement && <CodeInput {...current.field} label="現在の認証アプリのコード" disabled={isPending} />}
        <CodeInput {...token.field} label={setup.isReplacement ? '新しい認証アプリのコード' : '認証コード'} disabled={isPending} />
        {failure !== null && <SetupFailure error={failure} renewal={renewal} />}
        <Button type="submit" fullWidth loading={isPending}>
          認証して設定を完了する
        </Button>
      </Stack>
    </form>
  );
};
