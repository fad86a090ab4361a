import { Button, Stack, Text } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { authCheckQuery } from '../../api/session.ts';
import { FormPage } from '../../components/ui/form-page.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { paths } from '../../config/paths.ts';

/** Shown after a registration. The session is checked again, whatever was cached. */
export const RegistrationSuccessPage = () => {
  const [query] = useSearchParams();
  const isOrdering = query.get('from') === 'order';
  const { data, isPending } = useQuery({ ...authCheckQuery(), refetchOnMount: 'always' });
  const user = data?.authenticated ? data.user : null;

  return (
    <FormPage
      title="会員登録ありがとうございます"
      icon={IconMailCheck}
      footer={
        <LinkList
          label="会員登録のあとに"
          links={[
            { label: 'メールが届かないとき', to: paths.emailSupport.to() },
            ...(user === null && !isPending ? [{ label: 'ログイン', to: paths.login.to() }] : []),
          ]}
        />
      }
    >
      <Stack gap="md">
        <Text>
          会員登録のお知らせメールを{user ? <strong> {user.email} </strong> : 'ご登録のメールアドレス'}
          に送信しました。届くまで数分かかることがあります。
        </Text>
        {isPending ? (
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
              {user ? 'ログインした状態でホームに戻る' : 'ホームに戻る'}
            </Button>
          </>
        )}
      </Stack>
    </FormPage>
  );
};
