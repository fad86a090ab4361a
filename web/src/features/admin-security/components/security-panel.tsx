import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AddressTabs } from '../../../components/ui/address-tabs.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { showToast } from '../../../lib/toast.ts';
import { securityDashboardQuery } from '../api/security-dashboard.ts';
import { loadFailure } from '../lib/security-failure.ts';
import { AuditTab } from './audit-tab.tsx';
import { LoginsTab } from './logins-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RefreshBar } from './refresh-bar.tsx';
import { SystemTab } from './system-tab.tsx';
import { UsersTab } from './users-tab.tsx';

/** The first is shown when the address names none. */
const tabs = [
  { key: 'overview', label: '概要', Component: OverviewTab },
  { key: 'logins', label: 'ログイン', Component: LoginsTab },
  { key: 'users', label: 'ユーザー', Component: UsersTab },
  { key: 'system', label: 'システム', Component: SystemTab },
  { key: 'audit', label: '監査ログ', Component: AuditTab },
] as const;

/** Nothing of it is drawn before the server has answered: that answer is the leave to see it. */
export const SecurityPanel = () => {
  const { data, error, isPending, isError, isFetching, refetch } = useQuery(securityDashboardQuery());
  const failure = isError ? loadFailure(error) : null;

  const refresh = async () => {
    if (isFetching) return;
    const { isSuccess } = await refetch();
    if (isSuccess) void showToast({ message: '最新の情報に更新しました', tone: 'success' });
  };

  if (isPending) return <LoadingText>アクセス権限を確認しています...</LoadingText>;
  return (
    <Stack gap="md">
      <RefreshBar dashboard={data} onRefresh={() => void refresh()} isRefreshing={isFetching} />
      {failure && (
        <ErrorPanel title={failure.title} onRetry={() => void refetch()} isRetrying={isFetching}>
          {failure.detail}
        </ErrorPanel>
      )}
      {data && <AddressTabs tabs={tabs.map(({ Component, ...tab }) => ({ ...tab, content: <Component dashboard={data} /> }))} />}
    </Stack>
  );
};
