import { Button, Stack, Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { AuditCard } from '../../../components/audit/audit-card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { loadFailure } from '../lib/security-failure.ts';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditFilter } from './use-audit-filter.ts';
import { useAuditLog } from './use-audit-log.ts';

const CARD_HEIGHT = 130;

/** What admins did, newest first. */
export const AuditTab = () => {
  const fields = useAuditFilter();
  const { entries, error, ...log } = useAuditLog(fields.filter);
  const failure = error === null ? null : loadFailure(error);
  const isNarrowed = Object.values(fields.filter).some((value) => value !== '');

  return (
    <Stack gap="md">
      <Title order={2}>監査ログ</Title>
      <AuditFilters fields={fields} />
      {log.isPending && <LoadingText />}
      {entries?.length === 0 && <EmptyState icon={IconHistory} title={isNarrowed ? '条件に合う記録はありません' : '記録はありません'} />}
      {entries !== undefined && entries.length > 0 && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {entries.length}件を表示中{log.hasMore && '（続きがあります）'}
          </Text>
          <WindowList items={entries} keyOf={({ id }) => id} heightOf={() => CARD_HEIGHT} gap={8} label="監査ログの記録">
            {(entry) => <AuditCard entry={entry} />}
          </WindowList>
        </>
      )}
      {failure && (
        <ErrorPanel title={failure.title} onRetry={log.retry} isRetrying={log.isRetrying}>
          {failure.detail}
        </ErrorPanel>
      )}
      {log.hasMore && !failure && (
        <Button variant="default" onClick={log.readOn} loading={log.isReadingOn}>
          さらに読み込む
        </Button>
      )}
    </Stack>
  );
};
