import { Button, Group, Text } from '@mantine/core';
import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { IconRefresh } from '@tabler/icons-react';

type Props = { dashboard: SecurityDashboard | undefined; onRefresh: () => void; isRefreshing: boolean };

/** How old the figures are, what time they are about, and newer ones. */
export const RefreshBar = ({ dashboard, onRefresh, isRefreshing }: Props) => (
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
