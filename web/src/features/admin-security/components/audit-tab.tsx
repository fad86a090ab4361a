import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type AuditFilter, auditLogQuery, auditPath, useLoadMoreAudit } from '../../../api/security.ts';
import { AuditCard } from '../../../components/audit/audit-card.tsx';
import { actionChoices } from '../../../components/audit/audit-words.ts';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { loadFailure } from '../lib/security-failure.ts';

/** The server refuses longer search texts. */
const MAX_SEARCH = 200;

const choices = [{ value: '', label: 'すべての操作' }, ...actionChoices];

/** The filter of the log, kept in the address. `filter` is the address's value, which follows the input with a delay. */
const useAuditFilter = () => {
  const [address] = useSearchParams();
  const [text, setText] = useAddressText('q');
  const [action, setAction] = useAddressFilter('action');
  const [from, setFrom] = useAddressFilter('from');
  const [to, setTo] = useAddressFilter('to');
  const filter: AuditFilter = { q: address.get('q') ?? '', action, from, to };
  return { filter, text, setText, setAction, setFrom, setTo };
};
type AuditFilterFields = ReturnType<typeof useAuditFilter>;

/** The filters of the log: text, action and days. */
const AuditFilters = ({ fields: { filter, text, setText, setAction, setFrom, setTo } }: { fields: AuditFilterFields }) => (
  <Group gap="sm" align="flex-end">
    <SearchField
      label="監査ログを検索"
      placeholder="管理者・対象・操作"
      value={text}
      onChange={setText}
      maxLength={MAX_SEARCH}
      miw={240}
      maw={380}
    />
    <NativeSelect label="操作" data={choices} value={filter.action} onChange={(event) => setAction(event.currentTarget.value)} w={240} />
    <TextInput type="date" label="開始日" value={filter.from} max={filter.to} onChange={(event) => setFrom(event.currentTarget.value)} />
    <TextInput type="date" label="終了日" value={filter.to} min={filter.from} onChange={(event) => setTo(event.currentTarget.value)} />
  </Group>
);

const isSame = (one: AuditFilter | undefined, other: AuditFilter): boolean =>
  one !== undefined && auditPath(one, null) === auditPath(other, null);

/** The loaded entries, whether there are more, and the last error. */
const useAuditLog = (filter: AuditFilter) => {
  const log = useQuery(auditLogQuery(filter));
  const more = useLoadMoreAudit();
  const { entries, nextCursor = null } = log.data ?? {};
  const readOn = () => {
    if (nextCursor !== null && !log.isPlaceholderData) more.mutate({ filter, cursor: nextCursor });
  };
  return {
    entries,
    isPending: log.isPending,
    hasMore: nextCursor !== null,
    isReadingOn: more.isPending,
    readOn,
    /** An error of loading more applies only to the same filter. */
    error: log.error ?? (isSame(more.variables?.filter, filter) ? more.error : null),
    retry: () => (log.isError ? void log.refetch() : readOn()),
    isRetrying: log.isFetching || more.isPending,
  };
};

const CARD_HEIGHT = 100;

/** The audit log, newest first. */
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
          <WindowList items={entries} keyOf={({ id }) => id} heightOf={() => CARD_HEIGHT} gap={4} label="監査ログの記録">
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
