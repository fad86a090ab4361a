import { Badge, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { SearchField } from '../../../components/ui/search-field.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { groupOrders, matchesSearch } from '../lib/order-groups.ts';
import { OrderList } from './order-list.tsx';
import { PastFailures } from './past-failures.tsx';
import { useFocusAfterLeaving } from './use-focus-after-leaving.ts';
import { useOrderDesk } from './use-order-desk.ts';

const views = [
  { value: 'pending', label: '未対応' },
  { value: 'handled', label: '対応済み' },
] as const;

const HEADING_ID = 'orders-heading';

export const OrderTab = () => {
  const [viewName, setViewName] = useAddressFilter('view');
  const [query, setQuery] = useAddressText('q');
  const view = viewName === 'handled' ? 'handled' : 'pending';
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(ordersQuery());
  const groups = useMemo(() => groupOrders(data ?? []), [data]);
  const needle = useDeferredValue(query);
  const byView = useMemo(
    () => ({ pending: groups.filter(({ isHandled }) => !isHandled), handled: groups.filter(({ isHandled }) => isHandled) }),
    [groups],
  );
  const shown = useMemo(() => byView[view].filter((group) => matchesSearch(group, needle)), [byView, view, needle]);
  const desk = useOrderDesk();
  const onWork = useFocusAfterLeaving({ groups: shown, fallbackId: HEADING_ID });
  const hasData = data !== undefined;

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} id={HEADING_ID} tabIndex={-1}>
          動画注文一覧
        </Title>
        {hasData && (
          <Text size="sm" c="dimmed" role="status">
            {shown.length}件の注文
          </Text>
        )}
      </Group>
      <Tabs variant="pills" value={view} onChange={(next) => setViewName(next === 'handled' ? next : '')}>
        <Group gap="sm">
          <Tabs.List aria-label="表示する注文">
            {views.map(({ value, label }) => (
              <Tabs.Tab
                key={value}
                value={value}
                mih={48}
                fw={600}
                rightSection={
                  hasData && (
                    <Badge variant="default" radius="sm" circle={false} aria-hidden>
                      {byView[value].length}
                    </Badge>
                  )
                }
              >
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <SearchField
            label="注文を検索"
            placeholder="注文番号・メール・番号・名前"
            value={query}
            onChange={setQuery}
            miw={240}
            maw={420}
          />
        </Group>
        <Tabs.Panel value={view} pt="md">
          <Stack gap="md">
            {isError && (
              <ErrorPanel
                title="注文の一覧を読み込めませんでした"
                onRetry={() => void refetch()}
                isRetrying={isFetching}
                retryLabel="再読み込み"
              >
                {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
              </ErrorPanel>
            )}
            <PastFailures desk={desk} shown={shown} />
            {isPending && <LoadingText />}
            {hasData && shown.length === 0 && (
              <EmptyState icon={IconInbox} title={query === '' ? '注文はありません' : '条件に合う注文はありません'} />
            )}
            {shown.length > 0 && <OrderList groups={shown} desk={desk} onWork={onWork} />}
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
};
