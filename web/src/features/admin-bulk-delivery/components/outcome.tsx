import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { AdminLine } from '@stagereel/contracts';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deliverOrder, ordersQuery } from '../../../api/admin-orders.ts';
import {
  confirmedDoubtsOf,
  type DoubtfulDelivery,
  doubtfulDelivery,
  isMetadataPending,
  isUpToDate,
} from '../../../components/admin-order/delivery-doubts.ts';
import { ConfirmDeliveryButton, DoubtList } from '../../../components/admin-order/doubt-list.tsx';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { isSessionExpired, userMessageOf } from '../../../lib/api-error.ts';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { type BulkOutcome, bulkDelivery } from '../run/bulk-delivery-store.ts';
import { unfinishedRun } from '../run/unfinished-run.ts';
import { ListAlert } from './list-alert.tsx';
import { deliveredText, stopTexts } from './texts.ts';

type SettleInput = { outcome: BulkOutcome; groups: readonly OrderGroup[]; workspace: OrderWorkspace };

const without = <Entry extends { orderNumber: string }>(entries: readonly Entry[], orderNumber: string): Entry[] =>
  entries.filter((entry) => entry.orderNumber !== orderNumber);

/** The doubtful orders of a bulk delivery: the admin confirms each delivery or removes its doubtful videos. */
const useDoubtfulOrders = ({ outcome, groups, workspace }: SettleInput) => {
  const queryClient = useQueryClient();
  const isSettleable = (doubtful: DoubtfulDelivery): boolean => isUpToDate({ doubtful, groups, urls: workspace.urls });

  const confirmDelivery = async (doubtful: DoubtfulDelivery) => {
    const { orderNumber, downloadUrls, doubts } = doubtful;
    if (!isSettleable(doubtful)) return;
    await bulkDelivery.settle(orderNumber, async () => {
      try {
        await deliverOrder({ orderNumber, downloadUrls, confirmedDoubts: confirmedDoubtsOf(doubts) });
        const group = groups.find((each) => each.orderNumber === orderNumber);
        if (group) workspace.removeUrls(group);
        unfinishedRun.finishOrder(orderNumber);
        return (latest) => ({
          ...latest,
          delivered: [...latest.delivered, orderNumber],
          doubtful: without(latest.doubtful, orderNumber),
          failed: without(latest.failed, orderNumber),
        });
      } catch (error) {
        if (isSessionExpired(error)) announceSessionExpiry();
        const stillDoubtful = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
        const failure = { orderNumber, message: userMessageOf(error, 'もう一度お試しください。') };
        return (latest) => ({
          ...latest,
          doubtful: latest.doubtful.map((each) => (stillDoubtful && each.orderNumber === orderNumber ? stillDoubtful : each)),
          failed: [...without(latest.failed, orderNumber), ...(stillDoubtful ? [] : [failure])],
        });
      } finally {
        void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
      }
    });
  };

  /** Removes the doubtful videos from their lines, so that other files can be chosen. */
  const removeVideos = ({ orderNumber, doubts }: DoubtfulDelivery) => {
    for (const lineId of Object.keys(doubts)) workspace.setUrl(lineId, '');
    bulkDelivery.changeOutcome((latest) => ({
      ...latest,
      doubtful: without(latest.doubtful, orderNumber),
      failed: without(latest.failed, orderNumber),
      removed: [...latest.removed, orderNumber],
    }));
  };

  // Meanwhile a video may have been replaced, or the order delivered by another admin.
  const doubtfulOrders = outcome.doubtful.filter((each) => each.orderNumber === outcome.settling || isSettleable(each));
  return { doubtfulOrders, confirmDelivery, removeVideos };
};

const instructions = (doubtfulOrders: readonly DoubtfulDelivery[]): string =>
  [
    ...(doubtfulOrders.some(({ doubts }) => !isMetadataPending(doubts))
      ? ['このままでよければ「このまま納品する」を押してください。']
      : []),
    ...(doubtfulOrders.some(({ doubts }) => isMetadataPending(doubts))
      ? ['動画の確認が終わっていない注文は、少し待ってから「もう一度試す」を押してください。']
      : []),
    '違う動画の場合は「動画を外す」を押し、正しい動画を選び直してください。',
  ].join('');

type DoubtfulOrderProps = {
  doubtful: DoubtfulDelivery;
  lines: readonly AdminLine[];
  /** The order number of the delivery that is being confirmed, of any order. */
  settling: string | null;
  onRemove: () => void;
  onConfirm: () => void;
};

const DoubtfulOrder = ({ doubtful, lines, settling, onRemove, onConfirm }: DoubtfulOrderProps) => {
  const { orderNumber, doubts } = doubtful;
  return (
    <Stack component="section" tabIndex={-1} gap="xs" aria-label={`注文番号 ${orderNumber} の確認`}>
      <Text fw={600}>注文番号 {orderNumber}</Text>
      <DoubtList lines={lines} doubtful={doubtful} />
      <Group gap="sm">
        <Button variant="default" size="sm" h={44} disabled={settling !== null} onClick={onRemove}>
          動画を外す
        </Button>
        <ConfirmDeliveryButton
          doubts={doubts}
          size="sm"
          h={44}
          loading={settling === orderNumber}
          disabled={settling !== null}
          onClick={onConfirm}
        />
      </Group>
    </Stack>
  );
};

/** `isReviewing`: the reviewed files are still shown below the outcome. */
type Props = SettleInput & { isReviewing: boolean; onRetry: () => Promise<void> };

/** The outcome of a bulk delivery. The admin settles the doubtful orders here, one after another. */
export const Outcome = ({ outcome, groups, workspace, isReviewing, onRetry }: Props) => {
  const { delivered, failed, remaining, stopReason, removed, settling } = outcome;
  const { doubtfulOrders, confirmDelivery, removeVideos } = useDoubtfulOrders({ outcome, groups, workspace });
  const isSuccess = stopReason === null && delivered.length > 0;
  const status = useRef<HTMLDivElement>(null);
  const sections = useRef<HTMLDivElement>(null);

  // The buttons of the review disappear when the bulk delivery ends, and the focus would leave the dialog.
  useEffect(() => {
    if (!isReviewing && isFocusFree()) status.current?.focus();
  }, [isReviewing]);

  // A settled order disappears with the pressed button: the focus moves to the order in its place, or to the summary.
  const [settledIndex, setSettledIndex] = useState<number | null>(null);
  useEffect(() => {
    if (settledIndex === null) return;
    if (isFocusFree()) (sections.current?.querySelectorAll('section')[settledIndex] ?? status.current)?.focus();
    setSettledIndex(null);
  }, [settledIndex]);

  return (
    <Stack gap="sm">
      <Alert
        ref={status}
        tabIndex={-1}
        color={isSuccess ? 'teal' : 'orange'}
        variant="light"
        role="status"
        icon={isSuccess ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        <Text>{deliveredText(delivered.length)}</Text>
        {stopReason !== null && <Text>{stopTexts[stopReason]}</Text>}
        {removed.length > 0 && <Text>注文番号 {removed.join('、')} の動画を外しました。正しい動画を選び直してください。</Text>}
      </Alert>
      {doubtfulOrders.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={`要確認：${doubtfulOrders.length}件の注文はまだ納品していません`}
        >
          <Stack ref={sections} gap="md">
            <Text size="sm">{instructions(doubtfulOrders)}</Text>
            {doubtfulOrders.map((doubtful, index) => (
              <DoubtfulOrder
                key={doubtful.orderNumber}
                doubtful={doubtful}
                lines={groups.find(({ orderNumber }) => orderNumber === doubtful.orderNumber)?.lines ?? []}
                settling={settling}
                onRemove={() => {
                  removeVideos(doubtful);
                  setSettledIndex(index);
                }}
                onConfirm={() => void confirmDelivery(doubtful).then(() => setSettledIndex(index))}
              />
            ))}
          </Stack>
        </Alert>
      )}
      <ListAlert
        title={`${failed.length}件の注文は納品できませんでした`}
        items={failed.map(({ orderNumber, message }) => `${orderNumber}：${message}`)}
      />
      <ListAlert title={`${remaining.length}件の注文は納品せずに残しました`} items={remaining} />
      {failed.length + remaining.length > 0 && !isReviewing && (
        <Group>
          <Button size="sm" h={44} leftSection={<IconRefresh size={18} aria-hidden />} onClick={() => void onRetry()}>
            残りの{failed.length + remaining.length}件をもう一度試す
          </Button>
        </Group>
      )}
    </Stack>
  );
};
