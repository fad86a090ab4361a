import { Button, Stack, Text, Title } from '@mantine/core';
import type { TwoFactorSetup } from '@stagereel/contracts';
import { type FormEvent, useState } from 'react';
import { useConfirmTwoFactor } from '../../../api/admin-session.ts';
import { CodeInput, useCodeEntry } from '../../../components/ui/code-input.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

type SetupFailureProps = { error: unknown; renewal: { start: () => void; isPending: boolean } };

/** An error other than a wrong code, with a new secret when this one expired. */
const SetupFailure = ({ error, renewal }: SetupFailureProps) => {
  const isOver = error instanceof ApiError && error.code === 'TwoFactorSetupExpired';
  return (
    <ErrorPanel
      title="二段階認証の設定に失敗しました"
      {...(isOver && { onRetry: renewal.start, retryLabel: '新しいQRコードを表示', isRetrying: renewal.isPending })}
    >
      {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
    </ErrorPanel>
  );
};

const INCOMPLETE = '6桁の認証コードを入力してください';
const REFUSED = '認証に失敗しました';

const problemOf = (error: unknown, field: 'token' | 'currentToken'): string | undefined =>
  error instanceof ApiError ? error.fields[field] : undefined;

type Options = { setup: TwoFactorSetup; onConfirmed: () => void };

/** The state of the confirmation: a wrong code is shown under its boxes; `failure` is about the setup as a whole. */
const useSetupConfirmation = ({ setup: { secret, isReplacement }, onConfirmed }: Options) => {
  const current = useCodeEntry();
  const token = useCodeEntry();
  const mutation = useConfirmTwoFactor();
  const [failure, setFailure] = useState<unknown>(null);

  const onError = (error: unknown) => {
    void showToast({ title: '認証エラー', message: REFUSED, tone: 'error' });
    const [wrongCurrent, wrongToken] = [problemOf(error, 'currentToken'), problemOf(error, 'token')];
    const wrong = wrongCurrent === undefined ? token : current;
    const problem = wrongCurrent ?? wrongToken;
    if (problem === undefined) setFailure(error);
    else wrong.clear();
    wrong.refuse(problem ?? REFUSED);
  };

  const confirm = () => {
    const incomplete = [...(isReplacement ? [current] : []), token].find(({ isComplete }) => !isComplete);
    current.forgive();
    token.forgive();
    setFailure(null);
    if (incomplete) {
      incomplete.refuse(INCOMPLETE);
      void showToast({ title: '入力エラー', message: INCOMPLETE, tone: 'error' });
      return;
    }
    const proof = { token: token.code, secret, ...(isReplacement && { currentToken: current.code }) };
    mutation.mutate(proof, { onSuccess: onConfirmed, onError });
  };

  return { current, token, failure, isPending: mutation.isPending, confirm };
};

type Props = {
  setup: TwoFactorSetup;
  onConfirmed: () => void;
  /** Requests a new secret when this one is no longer valid. */
  renewal: { start: () => void; isPending: boolean };
};

/** The codes that activate the new authenticator: its own and, for a replacement, one of the current authenticator. */
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
