import { Badge, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { japaneseDay } from '@stagereel/contracts';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter } from '../../../lib/use-address-filter.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { byLateness } from '../lib/lateness.ts';
import { contestOptions, matchesFilters, orderExportPath } from '../lib/order-filters.ts';
import { groupOrders } from '../lib/order-groups.ts';
import { BulkDelivery } from './bulk-delivery.tsx';
import { DeliveryDoubts } from './delivery-doubts.tsx';
import { FlaggedPayments } from './flagged-payments.tsx';
import { NewOrdersNotice } from './new-orders-notice.tsx';
import { OrderDetailsDialog } from './order-details-dialog.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { OrderList } from './order-list.tsx';
import { PastFailures } from './past-failures.tsx';
import { useDeliveryDoubts } from './use-delivery-doubts.ts';
import { useFocusAfterLeaving } from './use-focus-after-leaving.ts';
import { useNewOrders } from './use-new-orders.ts';
import { useOrderDesk } from './use-order-desk.ts';
import { useOrderFilters } from './use-order-filters.ts';

const views = [
  { value: 'pending', label: '未対応' },
  { value: 'handled', label: '対応済み' },
] as const;

const HEADING_ID = 'orders-heading';

const showTop = () => {
  window.scrollTo({ top: 0 });
  document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
};

export const OrderTab = () => {
  const filters = useOrderFilters();
  const [openNumber, setOpenNumber] = useAddressFilter('order');
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(ordersQuery());
  const groups = useMemo(() => data && groupOrders(data), [data]);
  const contests = useMemo(() => contestOptions(groups ?? []), [groups]);
  const query = useDeferredValue(filters.query);
  const { view, contestId, from, to, sort } = filters;
  const today = japaneseDay(new Date());
  const byView = useMemo(
    () => ({
      pending: groups?.filter(({ isHandled }) => !isHandled) ?? [],
      handled: groups?.filter(({ isHandled }) => isHandled) ?? [],
    }),
    [groups],
  );
  const shown = useMemo(() => {
    const found = byView[view].filter((group) => matchesFilters(group, { query, contestId, from, to }));
    return sort === 'late' ? byLateness(found, today) : found;
  }, [byView, view, query, contestId, from, to, sort, today]);
  const arrangement = [view, query, contestId, from, to, sort].join('\n');
  const desk = useOrderDesk();
  const onWork = useFocusAfterLeaving({ groups: shown, fallbackId: HEADING_ID });
  const doubts = useDeliveryDoubts({ groups, desk, onWork });
  const fresh = useNewOrders(groups);
  const opened = groups?.find(({ orderNumber }) => orderNumber === openNumber) ?? null;

  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} id={HEADING_ID} tabIndex={-1}>
          動画注文一覧
        </Title>
        <Group gap="md">
          {groups && (
            <Text size="sm" c="dimmed" role="status">
              {shown.length}件の注文
            </Text>
          )}
          {groups && <BulkDelivery groups={groups} desk={desk} />}
          <DownloadButton path={orderExportPath({ contestId, from, to })} note="大会と注文日の条件で、対応済みも含めて書き出します。">
            CSVで書き出す
          </DownloadButton>
        </Group>
      </Group>
      <FlaggedPayments />
      <Tabs variant="pills" value={view} onChange={filters.setView}>
        <Stack gap="sm">
          <Group gap="md">
            <Tabs.List aria-label="表示する注文">
              {views.map(({ value, label }) => (
                <Tabs.Tab
                  key={value}
                  value={value}
                  mih={48}
                  fw={600}
                  rightSection={
                    groups && (
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
            <NewOrdersNotice
              count={fresh.count}
              onShow={() => {
                fresh.forget();
                showTop();
              }}
            />
          </Group>
          <OrderFilterBar filters={filters} contests={contests} />
        </Stack>
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
            {groups && shown.length === 0 && (
              <EmptyState icon={IconInbox} title={filters.isNarrowed ? '条件に合う注文はありません' : '注文はありません'} />
            )}
            {shown.length > 0 && (
              <OrderList groups={shown} arrangement={arrangement} desk={desk} onWork={onWork} onDetails={setOpenNumber} />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {groups && <DeliveryDoubts groups={groups} {...doubts} />}
      <OrderDetailsDialog group={opened} desk={desk} onClose={() => setOpenNumber('')} />
    </Stack>
  );
};
