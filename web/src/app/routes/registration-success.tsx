import { Button, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { FormPage } from '../../components/ui/form-page.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { paths } from '../../config/paths.ts';
import { CheckingRegistration, NotRegistered } from '../../features/registration/components/not-registered.tsx';
import { useRegistrationCheck } from '../../features/registration/lib/use-registration-check.ts';

/** Shown after a registration. */
export const RegistrationSuccessPage = () => {
  const [query] = useSearchParams();
  const isOrdering = query.get('from') === 'order';
  const { user, isChecking, hasRegistered } = useRegistrationCheck();
  if (!hasRegistered) return isChecking ? <CheckingRegistration /> : <NotRegistered isOrdering={isOrdering} />;

  return (
    <FormPage
      key="success"
      title="会員登録ありがとうございます"
      icon={IconMailCheck}
      footer={
        <LinkList
          label="会員登録のあとに"
          links={[
            { label: 'メールが届かないとき', to: paths.emailSupport.to() },
            ...(user === null && !isChecking ? [{ label: 'ログイン', to: paths.login.to() }] : []),
          ]}
        />
      }
    >
      <Stack gap="md">
        <Text>
          会員登録のお知らせメールを{user ? <strong> {user.email} </strong> : 'ご登録のメールアドレス'}
          に送信しました。届くまで数分かかることがあります。
        </Text>
        {isChecking ? (
          <LoadingText>ログイン状態を確認しています...</LoadingText>
        ) : (
          <>
            {user && <Text role="status">{user.email} でログインしています。</Text>}
            {isOrdering && (
              <Button component={Link} to={paths.orderConfirmation.to()} fullWidth>
                ご注文の確認に進む
              </Button>
            )}
            <Button component={Link} to={paths.home.to()} variant={isOrdering ? 'default' : 'filled'} fullWidth>
              {user ? '動画を探す' : 'ホームに戻る'}
            </Button>
          </>
        )}
      </Stack>
    </FormPage>
  );
};
