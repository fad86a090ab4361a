import { ActionIcon, Alert, Badge, Button, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { japaneseDay } from '@stagereel/contracts';
import { IconAlertCircle, IconArrowUp, IconInbox, IconKeyboard } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { ordersQuery } from '../../../api/admin-orders.ts';
import type { OrderBook } from '../../../api/order-book.ts';
import { type OrderGroup, toGroups } from '../../../components/admin-order/order-groups.ts';
import { type OrderWorkspace, useOrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { SharedUrlQuestion } from '../../../components/admin-order/shared-url-question.tsx';
import { DownloadButton } from '../../../components/ui/download-button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { useAddressFilter } from '../../../lib/use-address-filter.ts';
import { byLateness } from '../lib/lateness.ts';
import { groupsNeeding } from '../lib/order-attention.ts';
import { contestOptions, matchesFilters, orderExportPath } from '../lib/order-filters.ts';
import { DeliveryDoubts } from './delivery-doubts.tsx';
import { FlaggedPayments } from './flagged-payments.tsx';
import { OrderDetailsDialog } from './order-details.tsx';
import { OrderFilterBar, useOrderFilters } from './order-filter-bar.tsx';
import { OrderList, useFocusNextOrder } from './order-list.tsx';
import { useOrderParts } from './order-parts.ts';
import { OrderShortcuts } from './order-shortcuts.tsx';

const views = [
  { value: 'pending', label: '未対応' },
  { value: 'handled', label: '対応済み' },
] as const;

const HEADING_ID = 'orders-heading';
const LIST_ID = 'orders-list';
const SEARCH_ID = 'orders-search';
const NO_GROUPS: readonly OrderGroup[] = [];

const showTop = () => {
  window.scrollTo({ top: 0 });
  document.getElementById(HEADING_ID)?.focus({ preventScroll: true });
};

const DAY_CHECK_MS = 60_000;

/** The day in Asia/Tokyo. The page of an office stays open overnight. */
const useToday = (): string => {
  const [today, setToday] = useState(() => japaneseDay(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setToday(japaneseDay(new Date())), DAY_CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return today;
};

/** The order numbers of the open cards. */
const useOpenOrders = () => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    open,
    setOpen: (orderNumber: string, isOpen: boolean) =>
      setOpen((known) => new Set(isOpen ? [...known, orderNumber] : [...known].filter((other) => other !== orderNumber))),
  };
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
      <Button variant="default" size="xs" h="var(--dense-control)" leftSection={<IconArrowUp size={18} aria-hidden />} onClick={onShow}>
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

const LoadFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <ErrorPanel
    title="注文の一覧を読み込めませんでした"
    onRetry={onRetry}
    // Not of the query's own state, which would render the list at each poll.
    isRetrying={useIsFetching({ queryKey: ordersQuery().queryKey, exact: true }) > 0}
    retryLabel="再読み込み"
  >
    {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
  </ErrorPanel>
);

/** How many orders are shown; during the first load, how many of all are loaded. */
const OrderCount = ({ book: { hasMore, orders, total }, shown }: { book: OrderBook; shown: number }) => (
  <Text size="sm" c="dimmed" role="status">
    {hasMore ? `全${total}件のうち${orders.length}件を読み込みました` : `${shown}件の注文`}
  </Text>
);

/** The orders of the back office: list, filters, details, bulk delivery and export. */
export const OrderTab = () => {
  const { BulkDelivery, NotificationSettings } = useOrderParts();
  const filters = useOrderFilters();
  const [openNumber, setOpenNumber] = useAddressFilter('order');
  const { data: book, isPending, error, refetch } = useQuery(ordersQuery());
  const orders = book?.orders;
  const groups = useMemo(() => (orders ? toGroups(orders) : NO_GROUPS), [orders]);
  const isComplete = book !== undefined && !book.hasMore;
  const contests = useMemo(() => contestOptions(groups), [groups]);
  const query = useDeferredValue(filters.query);
  const { view, show, contestId, from, to, sort } = filters;
  const today = useToday();
  const byView = useMemo(() => {
    const found = groupsNeeding({ groups, attention: show, today });
    return { pending: found.filter(({ isHandled }) => !isHandled), handled: found.filter(({ isHandled }) => isHandled) };
  }, [groups, show, today]);
  const shown = useMemo(() => {
    const found = byView[view].filter((group) => matchesFilters(group, { query, contestId, from, to }));
    return sort === 'late' ? byLateness(found, today) : found;
  }, [byView, view, query, contestId, from, to, sort, today]);
  const arrangement = [view, show, query, contestId, from, to, sort].join('\n');
  const workspace = useOrderWorkspace();
  const cards = useOpenOrders();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const onAction = useFocusNextOrder({ groups: shown, fallbackId: HEADING_ID });
  const newOrders = useNewOrders(isComplete ? groups : undefined);
  const opened = groups.find(({ orderNumber }) => orderNumber === openNumber) ?? null;

  return (
    <Stack gap="xs" className="dense-rows">
      <Tabs variant="pills" value={view} onChange={filters.setView}>
        <Stack gap={6}>
          <Group justify="space-between" gap="xs">
            <Group gap="sm">
              <Title order={2} id={HEADING_ID} tabIndex={-1}>
                動画注文一覧
              </Title>
              <Tabs.List aria-label="表示する注文">
                {views.map(({ value, label }) => (
                  <Tabs.Tab
                    key={value}
                    value={value}
                    h="var(--dense-control)"
                    py={0}
                    fw={600}
                    rightSection={
                      isComplete && (
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
              {book && <OrderCount book={book} shown={shown.length} />}
              <NewOrdersNotice
                count={newOrders.count}
                onShow={() => {
                  newOrders.reset();
                  showTop();
                }}
              />
            </Group>
            <Group gap="xs">
              {isComplete && <BulkDelivery groups={groups} workspace={workspace} />}
              <DownloadButton
                isDense
                path={orderExportPath({ contestId, from, to })}
                note="大会と注文日の条件で、対応済みも含めて書き出します。"
              >
                CSVで書き出す
              </DownloadButton>
              <NotificationSettings />
              <ActionIcon
                variant="default"
                size="var(--dense-control)"
                aria-label="キーボードショートカット"
                title="キーボードショートカット"
                onClick={() => setIsHelpOpen(true)}
              >
                <IconKeyboard size={20} aria-hidden />
              </ActionIcon>
            </Group>
          </Group>
          <FlaggedPayments />
          <OrderFilterBar filters={filters} contests={contests} searchId={SEARCH_ID} />
        </Stack>
        <Tabs.Panel value={view} pt={6}>
          <Stack gap="xs">
            {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
            <FailuresOfUnlisted workspace={workspace} shown={shown} />
            {(isPending || (book?.hasMore && shown.length === 0)) && <LoadingText />}
            {isComplete && shown.length === 0 && (
              <EmptyState icon={IconInbox} title={filters.isFiltered ? '条件に合う注文はありません' : '注文はありません'} />
            )}
            {shown.length > 0 && (
              <OrderList
                id={LIST_ID}
                groups={shown}
                open={cards.open}
                setOpen={cards.setOpen}
                arrangement={arrangement}
                today={today}
                workspace={workspace}
                onAction={onAction}
                onDetails={setOpenNumber}
              />
            )}
          </Stack>
        </Tabs.Panel>
      </Tabs>
      {/* Mounted after the dialog of the bulk delivery, so that it is above it. */}
      <SharedUrlQuestion key={String(isComplete)} />
      {isComplete && <DeliveryDoubts groups={groups} workspace={workspace} onAction={onAction} />}
      <OrderDetailsDialog group={opened} workspace={workspace} onClose={() => setOpenNumber('')} />
      <OrderShortcuts listId={LIST_ID} searchId={SEARCH_ID} isOpen={isHelpOpen} setIsOpen={setIsHelpOpen} />
    </Stack>
  );
};
