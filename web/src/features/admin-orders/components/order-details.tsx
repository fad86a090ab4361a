import { Code, Group, Stack, Text } from '@mantine/core';
import { formatDateTime, isFullyRefunded, type OrderTimeline } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderAuditQuery, orderTimelineQuery } from '../../../api/admin-orders.ts';
import { DetailSection } from '../../../components/admin-order/detail-section.tsx';
import { awaitsVideo, type OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { disputeTexts, paymentTexts } from '../../../components/admin-order/order-texts.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { AuditCard } from '../../../components/audit/audit-card.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { ActionButton } from './action-button.tsx';
import { CustomerSection } from './customer-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { LineDetails } from './line-details.tsx';
import { MailSection } from './mail-section.tsx';
import styles from './order-details.module.css';
import { useOrderParts } from './order-parts.ts';
import { actionKey, useOrderDetailActions } from './use-order-detail-actions.ts';

const PaymentSection = ({ payment }: { payment: OrderTimeline['payment'] }) => (
  <DetailSection title="お支払い">
    <FactList>
      <Fact name="状態">{paymentTexts[payment.mark]}</Fact>
      <Fact name="お支払い金額">
        <PriceText amount={payment.total} />
      </Fact>
      {payment.refundedAmount > 0 && (
        <>
          <Fact name="返金額">
            <PriceText amount={payment.refundedAmount} />
          </Fact>
          <Fact name="差引金額">
            <PriceText amount={payment.total - payment.refundedAmount} />
          </Fact>
        </>
      )}
      <Fact name="お支払い日時">{formatDateTime(payment.paidAt)}</Fact>
      {payment.disputedAt !== null && <Fact name="チャージバックの申請日時">{formatDateTime(payment.disputedAt)}</Fact>}
      {payment.disputeOutcome !== null && <Fact name="チャージバックの結果">{disputeTexts[payment.disputeOutcome]}</Fact>}
      <Fact name="決済サービスの支払いID">
        <Code>{payment.intentId}</Code>
      </Fact>
    </FactList>
  </DetailSection>
);

/** The admin actions on the order, newest first. */
const AuditSection = ({ orderNumber }: { orderNumber: string }) => {
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

type Props = { group: OrderGroup; workspace: OrderWorkspace };

/** `fetchedAt`: when the timeline was fetched, epoch milliseconds. */
const OrderDetails = ({ group, timeline, fetchedAt, workspace }: Props & { timeline: OrderTimeline; fetchedAt: number }) => {
  const actions = useOrderDetailActions({ group, workspace });
  const { CustomerReports } = useOrderParts();
  const failure = actions.failureOf(null);

  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StatusBadge tone={group.isHandled ? 'positive' : 'due'}>{timeline.status}</StatusBadge>
        <Text size="sm">注文日時　{formatDateTime(timeline.createdAt)}</Text>
      </Group>
      {failure !== null && <FormErrors messages={[failure]} />}
      {timeline.isReopenable && (
        <ActionButton actions={actions} actionKey={actionKey({ kind: 'reopen' })} onPress={() => actions.run({ kind: 'reopen' })}>
          未対応に戻す
        </ActionButton>
      )}
      <CustomerSection timeline={timeline} actions={actions} />
      <DetailSection title="動画">
        <ul className={styles.lines}>
          {group.lines.map((line) => (
            <LineDetails
              key={line.id}
              line={line}
              timeline={timeline.lines.find(({ id }) => id === line.id)}
              isDelivered={timeline.page !== null && line.videoDownloadUrl !== null}
              isPaid={!isFullyRefunded(timeline.payment.mark)}
              isDisputed={timeline.payment.disputedAt !== null && timeline.payment.disputeOutcome !== 'won'}
              actions={actions}
            />
          ))}
        </ul>
      </DetailSection>
      <DeliverySection timeline={timeline} following={group.lines.filter(awaitsVideo).length} fetchedAt={fetchedAt} actions={actions} />
      <CustomerReports timeline={timeline} />
      <MailSection timeline={timeline} actions={actions} />
      <PaymentSection payment={timeline.payment} />
      <AuditSection orderNumber={timeline.orderNumber} />
    </Stack>
  );
};

const FetchedDetails = ({ group, workspace }: Props) => {
  const { data, dataUpdatedAt, isPending, isError, error, refetch, isFetching } = useQuery(orderTimelineQuery(group.orderNumber));
  return (
    <>
      {isPending && <LoadingText />}
      {isError && (
        <ErrorPanel title="注文の詳細を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {data && <OrderDetails key={group.orderNumber} group={group} timeline={data} fetchedAt={dataUpdatedAt} workspace={workspace} />}
    </>
  );
};

type DialogProps = { group: OrderGroup | null; workspace: OrderWorkspace; onClose: () => void };

/**
 * Everything that happened to one order, and the actions on it. The last order stays visible while the dialog closes.
 * @param props `group`: the open order; null for none
 */
export const OrderDetailsDialog = ({ group, workspace, onClose }: DialogProps) => {
  const [last, setLast] = useState(group);
  if (group !== null && group !== last) setLast(group);
  const shown = group ?? last;
  return (
    <Dialog isOpen={group !== null} onClose={onClose} size="xl" title={`注文の詳細　${shown?.orderNumber ?? ''}`}>
      {shown && <FetchedDetails group={shown} workspace={workspace} />}
    </Dialog>
  );
};
