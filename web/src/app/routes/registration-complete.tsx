import { Button, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { FormPage } from '../../components/ui/form-page.tsx';
import { paths } from '../../config/paths.ts';
import { CheckingRegistration, NotRegistered } from '../../features/registration/components/not-registered.tsx';
import { useRegistrationCheck } from '../../features/registration/lib/use-registration-check.ts';

export const RegistrationCompletePage = () => {
  const { user, isChecking, hasRegistered } = useRegistrationCheck();
  if (!hasRegistered) return isChecking ? <CheckingRegistration /> : <NotRegistered />;
  return (
    <FormPage key="complete" title="会員登録が完了しました" icon={IconCircleCheck}>
      <Stack gap="md">
        <Text>{user ? `${user.email} でログインしています。` : 'ご登録のメールアドレスとパスワードでログインできます。'}</Text>
        {user === null && (
          <Button component={Link} to={paths.login.to()} fullWidth>
            ログイン
          </Button>
        )}
        <Button component={Link} to={paths.home.to()} variant={user === null ? 'default' : 'filled'} fullWidth>
          {user ? '動画を探す' : 'ホームに戻る'}
        </Button>
      </Stack>
    </FormPage>
  );
};
