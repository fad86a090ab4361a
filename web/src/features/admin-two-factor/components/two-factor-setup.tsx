import { Alert, Text } from '@mantine/core';
import { IconInfoCircle, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { twoFactorSetupQuery } from '../api/two-factor-setup.ts';
import { SecretSteps } from './secret-steps.tsx';
import { SetupDone } from './setup-done.tsx';
import { SetupForm } from './setup-form.tsx';

const WAY_BACK = <LinkList label="管理画面" links={[{ label: 'ダッシュボードに戻る', to: paths.admin.to() }]} />;

const ReplacementNotice = () => (
  <Alert color="brand" variant="light" icon={<IconInfoCircle aria-hidden />} title="認証アプリは設定済みです">
    <Text size="sm">
      新しい認証アプリに切り替えるには、現在の認証アプリのコードも必要です。切り替えが完了するまで、現在の認証アプリをそのまま使えます。
    </Text>
  </Alert>
);

/** Setting up an authenticator app: its secret, its first code, and what to know about losing it. */
export const TwoFactorSetup = () => {
  const [isDone, setIsDone] = useState(false);
  const [wasRenewed, setWasRenewed] = useState(false);
  const { data, isPending, isError, error, refetch, isFetching } = useQuery({ ...twoFactorSetupQuery(), enabled: !isDone });

  const renew = () => {
    setWasRenewed(true);
    void refetch();
  };

  if (isDone) return <SetupDone />;
  return (
    <FormPage
      title="二段階認証の設定"
      icon={IconShieldLock}
      lead="認証アプリを登録すると、ログイン時の認証コードをメールを待たずに確認できます。"
      footer={WAY_BACK}
    >
      {isPending && <LoadingText />}
      {isError && (
        <ErrorPanel title="設定の取得に失敗しました" onRetry={() => void refetch()} isRetrying={isFetching}>
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {data && !isError && (
        <>
          {data.isReplacement && <ReplacementNotice />}
          <SecretSteps key={`steps ${data.secret}`} setup={data} isRenewed={wasRenewed} />
          {/* Codes typed for another secret are of no use. */}
          <SetupForm key={data.secret} setup={data} onConfirmed={() => setIsDone(true)} renewal={{ start: renew, isPending: isFetching }} />
        </>
      )}
    </FormPage>
  );
};
