import { Alert, Button, List } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FormPage } from '../../../components/ui/form-page.tsx';
import { paths } from '../../../config/paths.ts';

/** The authenticator is in force. */
export const SetupDone = () => (
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
