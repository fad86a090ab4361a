import { CloseButton, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconInbox, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { groupOrders, matchesSearch } from '../lib/order-groups.ts';
import { OrderList } from './order-list.tsx';

const views = [
  { value: 'pending', label: '未対応' },
  { value: 'handled', label: '対応済み' },
] as const;

const ADDRESS_PAUSE_MS = 300;

/** View and search stand in the address, so that a reload or a shared link shows the same. The field itself never waits for the address: an IME would lose its text. */
const useFilters = () => {
  const [search, setSearch] = useSearchParams();
  const [query, setText] = useState(() => search.get('q') ?? '');
  const set = (name: string, value: string) =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const writeQuery = useDebouncedCallback((text: string) => set('q', text), ADDRESS_PAUSE_MS);
  return {
    view: search.get('view') === 'handled' ? 'handled' : 'pending',
    query,
    setView: (view: string) => set('view', view === 'pending' ? '' : view),
    setQuery: (text: string) => {
      setText(text);
      writeQuery(text);
    },
  } as const;
};

export const OrderTab = () => {
  const { view, query, setView, setQuery } = useFilters();
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(ordersQuery());
  const groups = useMemo(() => groupOrders(data ?? []), [data]);
  const needle = useDeferredValue(query);
  const inView = useMemo(() => groups.filter((group) => group.isHandled === (view === 'handled')), [groups, view]);
  const shown = useMemo(() => inView.filter((group) => matchesSearch(group, needle)), [inView, needle]);
  const hasData = data !== undefined;

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2}>動画注文一覧</Title>
        {hasData && (
          <Text size="sm" c="dimmed" role="status">
            {shown.length}件の注文
          </Text>
        )}
      </Group>
      <Group gap="sm">
        <SegmentedControl aria-label="表示する注文" size="md" data={[...views]} value={view} onChange={setView} />
        <TextInput
          aria-label="注文を検索"
          placeholder="注文番号・メール・番号・名前"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={query !== '' && <CloseButton aria-label="検索条件を消す" onClick={() => setQuery('')} />}
          flex={1}
          miw={240}
          maw={420}
        />
      </Group>
      {isError && (
        <ErrorPanel title="注文の一覧を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {isPending && <LoadingText />}
      {hasData && shown.length === 0 && (
        <EmptyState icon={IconInbox} title={query === '' ? '注文はありません' : '条件に合う注文はありません'} />
      )}
      {shown.length > 0 && <OrderList groups={shown} />}
    </Stack>
  );
};
