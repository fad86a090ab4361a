import { Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FormPage } from '../../components/ui/form-page.tsx';
import { paths } from '../../config/paths.ts';

export const RegistrationCompletePage = () => (
  <FormPage title="会員登録が完了しました" icon={IconCircleCheck}>
    <Stack gap="md">
      <Text>ご登録のメールアドレスとパスワードでログインできます。</Text>
      <Button component={Link} to={paths.login.to()} fullWidth>
        ログイン
      </Button>
      <Button component={Link} to={paths.home.to()} variant="default" fullWidth>
        ホームに戻る
      </Button>
    </Stack>
  </FormPage>
);
