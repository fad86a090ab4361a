import { Button, Group, Stack, Text } from '@mantine/core';
import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { securityDashboardQuery } from '../../../api/security.ts';
import { AddressTabs } from '../../../components/ui/address-tabs.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { showToast } from '../../../lib/toast.ts';
import { loadFailure } from '../lib/security-failure.ts';
import { AuditTab } from './audit-tab.tsx';
import { LoginsTab } from './logins-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SystemTab } from './system-tab.tsx';
import { UsersTab } from './users-tab.tsx';

type RefreshBarProps = { dashboard: SecurityDashboard | undefined; onRefresh: () => void; isRefreshing: boolean };

/** The time of the data, its time zone, and a refresh button. */
const RefreshBar = ({ dashboard, onRefresh, isRefreshing }: RefreshBarProps) => (
  <Group justify="space-between" gap="sm">
    <div>
      {dashboard && (
        <Text size="sm" c="dimmed">
          対象期間：{formatDateTime(dashboard.period.from)}〜{formatDateTime(dashboard.period.to)}
        </Text>
      )}
      {dashboard && (
        <Text size="sm" c="dimmed">
          最終更新：{formatDateTime(dashboard.timestamp)}（30秒ごとに自動で更新されます）
        </Text>
      )}
    </div>
    <Button
      variant="default"
      size="sm"
      h={44}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={onRefresh}
      aria-busy={isRefreshing}
    >
      更新
    </Button>
  </Group>
);

/** The first tab is the default. */
const tabs = [
  { key: 'overview', label: '概要', Component: OverviewTab },
  { key: 'logins', label: 'ログイン', Component: LoginsTab },
  { key: 'users', label: 'ユーザー', Component: UsersTab },
  { key: 'system', label: 'システム', Component: SystemTab },
  { key: 'audit', label: '監査ログ', Component: AuditTab },
] as const;

/** Rendered only after the server returned the data, which proves that the user has access. */
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
