import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AuditCard } from '../../../components/audit/audit-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { orderAuditQuery } from '../api/list-order-audit.ts';
import { DetailSection } from './detail-section.tsx';

/** What admins did to the order, newest first. */
export const AuditSection = ({ orderNumber }: { orderNumber: string }) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(orderAuditQuery(orderNumber));
  return (
    <DetailSection title="操作履歴">
      <Stack gap="sm">
        {isPending && <LoadingText />}
        {isError && (
          <ErrorPanel title="操作履歴を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
            {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        {data?.entries.length === 0 && <Text c="dimmed">操作の記録はまだありません。</Text>}
        {data && data.entries.length > 0 && (
          <Stack gap="sm">
            {data.entries.map((entry) => (
              <AuditCard key={entry.id} entry={entry} />
            ))}
          </Stack>
        )}
      </Stack>
    </DetailSection>
  );
};
