import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconShieldCheck, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { twoFactorSetupQuery } from '../../../api/admin-session.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { LinkList } from '../../../components/ui/link-list.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { SecretSteps } from './secret-steps.tsx';
import { SetupForm } from './setup-form.tsx';

/** Shown when the authenticator is active. */
const SetupDone = () => (
  <FormPage
    title="二段階認証の設定が完了しました"
    icon={IconShieldCheck}
    lead="次回のログインから、認証アプリの認証コードを使えます。"
    isNextStep
  >
    <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />} title="認証アプリを失わないようご注意ください">
      <List size="sm" spacing={6}>
        <List.Item>スマートフォンの紛失やアプリの削除で、認証コードを表示できなくなります。</List.Item>
        <List.Item>機種を変更するときは、古い端末が使えるうちに、この画面で新しい認証アプリに切り替えてください。</List.Item>
        <List.Item>
          認証アプリを使えないときは、ログイン時に「メールでコードを受け取る」を選ぶと、メールの認証コードでログインできます。
        </List.Item>
      </List>
    </Alert>
    <Button component={Link} to={paths.admin.to()} fullWidth>
      ダッシュボードに戻る
    </Button>
  </FormPage>
);

const WAY_BACK = <LinkList label="管理画面" links={[{ label: 'ダッシュボードに戻る', to: paths.admin.to() }]} />;

const ReplacementNotice = () => (
  <Alert color="brand" variant="light" icon={<IconInfoCircle aria-hidden />} title="認証アプリは設定済みです">
    <Text size="sm">
      新しい認証アプリに切り替えるには、現在の認証アプリのコードも必要です。切り替えが完了するまで、現在の認証アプリをそのまま使えます。
    </Text>
  </Alert>
);

/** The setup of an authenticator app: the secret, the first code, and what to do when the device is lost. */
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
          {/* Codes for the previous secret are invalid. */}
          <SetupForm key={data.secret} setup={data} onConfirmed={() => setIsDone(true)} renewal={{ start: renew, isPending: isFetching }} />
        </>
      )}
    </FormPage>
  );
};
