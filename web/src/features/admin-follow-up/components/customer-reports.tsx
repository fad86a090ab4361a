import { Group, Stack, Text } from '@mantine/core';
import { formatDateTime, type OrderTimeline } from '@stagereel/contracts';
import { DetailSection } from '../../../components/admin-order/detail-section.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import styles from './order-tasks.module.css';

/** What the customer reported about the delivery; nothing without a report. */
export const CustomerReports = ({ timeline: { receivedAt, problems } }: { timeline: OrderTimeline }) => {
  if (receivedAt === null && problems.length === 0) return null;
  return (
    <DetailSection title="お客様からの連絡">
      <Stack gap="md">
        {receivedAt !== null && (
          <Group gap="xs">
            <StatusBadge tone="positive">届きました</StatusBadge>
            <Text size="sm">{formatDateTime(receivedAt)}</Text>
          </Group>
        )}
        {problems.map(({ id, at, text, closedAt, note }) => (
          <Stack key={id} gap={6}>
            <Group gap="xs">
              <StatusBadge tone={closedAt === null ? 'due' : 'neutral'}>{closedAt === null ? '要対応' : '対応済み'}</StatusBadge>
              <Text size="sm">{formatDateTime(at)}</Text>
            </Group>
            <blockquote className={styles.words}>{text}</blockquote>
            {closedAt !== null && (
              <Text size="sm" c="dimmed">
                {formatDateTime(closedAt)}に対応済み{note && `：${note}`}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </DetailSection>
  );
};
