import { Anchor, Button, Container, Stack } from '@mantine/core';
import { IconChevronRight, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from 'react-router-dom';
import { authCheckQuery, logOutEverywhere } from '../../api/session.ts';
import { DataCard } from '../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { LogOutEverywhere } from '../../components/ui/log-out-everywhere.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { AccountDetails } from '../../features/account/components/account-details.tsx';
import { LOG_OUT_FAILED, useLogOut } from '../../features/session/lib/use-log-out.ts';
import { NetworkError, userMessageOf } from '../../lib/api-error.ts';
import { withSignInState } from '../../lib/sign-in-state.ts';

const LogOutButton = () => {
  const logOut = useLogOut();
  return (
    <>
      {logOut.isError && <ErrorPanel title="ログアウトエラー">{userMessageOf(logOut.error, LOG_OUT_FAILED)}</ErrorPanel>}
      <Button
        variant="default"
        leftSection={<IconLogout size={20} aria-hidden />}
        loading={logOut.isPending}
        onClick={() => logOut.mutate()}
      >
        ログアウト
      </Button>
    </>
  );
};

const LogOutEverywhereCard = () => {
  const { mutate, isPending, error } = useLogOut(logOutEverywhere, 'すべての端末からログアウトしました。');
  return <LogOutEverywhere onConfirm={() => mutate()} isPending={isPending} error={error} />;
};

const AccountContent = () => {
  const { data, error, isPending, isFetching, refetch } = useQuery(authCheckQuery());

  if (isPending) return <LoadingText />;
  // A failed check does not mean that the user is signed out.
  if (error instanceof NetworkError) {
    return (
      <ErrorPanel title="アカウント情報を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
        {error.userMessage}
      </ErrorPanel>
    );
  }
  // After a logout, this page may render once more while the home page is loading. It must not redirect to the login then.
  if (!data?.user && window.location.pathname !== paths.account.to()) return null;
  if (!data?.user) return <Navigate to={paths.login.to()} replace state={withSignInState({ from: paths.account.to() })} />;
  return (
    <>
      <AccountDetails user={data.user} />
      <DataCard title="ご注文">
        <Button
          component={Link}
          to={paths.purchaseHistory.to()}
          variant="default"
          fullWidth
          justify="space-between"
          rightSection={<IconChevronRight size={20} aria-hidden />}
        >
          購入履歴を見る
        </Button>
      </DataCard>
      <LogOutEverywhereCard />
      <LogOutButton />
      <Anchor component={Link} to={paths.personalData.to()} size="sm" display="inline-flex" mih={44} style={{ alignItems: 'center' }}>
        個人情報の開示・消去（退会）
      </Anchor>
    </>
  );
};

export const AccountPage = () => (
  <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
    <Stack gap="lg">
      <PageTitle documentTitle="アカウント">アカウント</PageTitle>
      <AccountContent />
    </Stack>
  </Container>
);
