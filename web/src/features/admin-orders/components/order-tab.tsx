import { Alert, Badge, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { japaneseDay } from '@stagereel/contracts';
import { IconAlertCircle, IconArrowUp, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ordersQuery } from '../../../api/admin-orders.ts';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter } from '../../../lib/use-address-filter.ts';
import { BulkDelivery } from '../bulk-delivery/bulk-delivery.tsx';
import { NotificationSettings } from '../follow-up/notification-settings.tsx';
import { byLateness } from '../lib/lateness.ts';
import { groupsNeeding } from '../lib/order-attention.ts';
import { contestOptions, matchesFilters, orderExportPath } from '../lib/order-filters.ts';
import { groupOrders, type OrderGroup } from '../lib/order-groups.ts';
import { type OrderWorkspace, useOrderWorkspace } from '../lib/order-workspace.ts';
import { DeliveryDoubts } from './delivery-doubts.tsx';
import { FlaggedPayments } from './flagged-payments.tsx';
import { OrderDetailsDialog } from './order-details.tsx';
import { OrderFilterBar, useOrderFilters } from './order-filter-bar.tsx';
import { OrderList, useFocusNextOrder } from './order-list.tsx';

const views = [
  { value: 'pending', label: '未対応' },
  { value: 'handled', label: '対応済み' },
] as const;

const HEADING_ID = 'orders-heading';

const showTop = () => {
  window.scrollTo({ top: 0 });
  document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
};

/** Counts the orders that arrived since the list was opened, or since `reset`. Without groups, the list is still loading. */
const useNewOrders = (groups: readonly OrderGroup[] | undefined) => {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [count, setCount] = useState(0);

  useEffect(() => {
    if (!groups) return;
    const before = known.current;
    known.current = new Set(groups.map(({ orderNumber }) => orderNumber));
    if (before === null) return;
    const added = groups.filter(({ orderNumber }) => !before.has(orderNumber)).length;
    if (added > 0) setCount((total) => total + added);
  }, [groups]);

  return { count, reset: () => setCount(0) };
};

/** Announces new orders without taking the focus. */
const NewOrdersNotice = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <Group gap="sm">
    <Text size="sm" fw={600} role="status">
      {count > 0 && `新しい注文が${count}件届きました`}
    </Text>
    {count > 0 && (
      <Button variant="default" size="sm" h={44} leftSection={<IconArrowUp size={18} aria-hidden />} onClick={onShow}>
        先頭を表示
      </Button>
    )}
  </Group>
);

/** Failures of orders that are no longer listed, for example because another admin has delivered them. */
const FailuresOfUnlisted = ({ workspace, shown }: { workspace: OrderWorkspace; shown: readonly OrderGroup[] }) =>
  Object.entries(workspace.failures)
    .filter(([orderNumber]) => shown.every((group) => group.orderNumber !== orderNumber))
    .map(([orderNumber, message]) => (
      <Alert key={orderNumber} color="red" variant="light" icon={<IconAlertCircle aria-hidden />} title={`注文番号 ${orderNumber}`}>
        <Stack align="flex-start" gap="sm">
          <Text>{message}</Text>
          <Button variant="default" size="sm" h={44} onClick={() => workspace.removeFailure(orderNumber)}>
            閉じる
          </Button>
        </Stack>
      </Alert>
    ));

/** `renderSignIn`: the sign-in for an admin whose session ended during a bulk delivery. */
type Props = { renderSignIn: (onSignedIn: () => void) => ReactNode };

/** The orders of the back office: list, filters, details, bulk delivery and export. */
export const OrderTab = ({ renderSignIn }: Props) => {
  const filters = useOrderFilters();
  const [openNumber, setOpenNumber] = useAddressFilter('order');
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(ordersQuery());
  const groups = useMemo(() => data && groupOrders(data), [data]);
  const contests = useMemo(() => contestOptions(groups ?? []), [groups]);
  const query = useDeferredValue(filters.query);
  const { view, show, contestId, from, to, sort } = filters;
  const today = japaneseDay(new Date());
  const byView = useMemo(() => {
    const found = groupsNeeding({ groups: groups ?? [], attention: show, today });
    return { pending: found.filter(({ isHandled }) => !isHandled), handled: found.filter(({ isHandled }) => isHandled) };
  }, [groups, show, today]);
  const shown = useMemo(() => {
    const found = byView[view].filter((group) => matchesFilters(group, { query, contestId, from, to }));
    return sort === 'late' ? byLateness(found, today) : found;
  }, [byView, view, query, contestId, from, to, sort, today]);
  const arrangement = [view, show, query, contestId, from, to, sort].join('\n');
  const workspace = useOrderWorkspace();
  const onAction = useFocusNextOrder({ groups: shown, fallbackId: HEADING_ID });
  const newOrders = useNewOrders(groups);
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
          {groups && <BulkDelivery groups={groups} workspace={workspace} renderSignIn={renderSignIn} />}
          <DownloadButton path={orderExportPath({ contestId, from, to })} note="大会と注文日の条件で、対応済みも含めて書き出します。">
            CSVで書き出す
          </DownloadButton>
          <NotificationSettings />
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
              count={newOrders.count}
              onShow={() => {
                newOrders.reset();
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
            <FailuresOfUnlisted workspace={workspace} shown={shown} />
            {isPending && <LoadingText />}
            {groups && shown.length === 0 && (
              <EmptyState icon={IconInbox} title={filters.isFiltered ? '条件に合う注文はありません' : '注文はありません'} />
            )}
            {shown.length > 0 && (
              <OrderList groups={shown} arrangement={arrangement} workspace={workspace} onAction={onAction} onDetails={setOpenNumber} />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {groups && <DeliveryDoubts groups={groups} workspace={workspace} onAction={onAction} />}
      <OrderDetailsDialog group={opened} workspace={workspace} onClose={() => setOpenNumber('')} />
    </Stack>
  );
};
