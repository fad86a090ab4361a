import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type AdminLine, declineLineSchema, formatDateTime, formatPrice, formatYen, type OrderTimeline } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { refundTexts } from '../../../components/admin-order/order-texts.ts';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { ActionButton, ActionFailure } from './action-button.tsx';
import { ActionForm } from './action-form.tsx';
import styles from './order-details.module.css';
import { ReplaceForm } from './replace-form.tsx';
import { actionKey, type OrderDetailActions } from './use-order-detail-actions.ts';

type LineForm = 'decline' | 'replace';
type LineTimeline = OrderTimeline['lines'][number];

const refundTones = { pending: 'waiting', succeeded: 'neutral', failed: 'negative' } as const;

const Claim = ({ claim }: Pick<LineTimeline, 'claim'>) => (
  <Text size="sm" c="dimmed">
    {claim === null
      ? 'まだダウンロードされていません'
      : `${formatDateTime(claim.claimedAt)} にダウンロード開始（同じブラウザでは ${formatDateTime(claim.until)} まで再開できます）`}
  </Text>
);

const Declined = ({ declined }: { declined: NonNullable<LineTimeline['declined']> }) => (
  <Stack gap={4}>
    <Group gap="xs">
      <StatusBadge tone="negative">制作不可</StatusBadge>
      <StatusBadge tone={refundTones[declined.refundState]}>{refundTexts[declined.refundState]}</StatusBadge>
      <Text size="sm" c="dimmed">
        {formatDateTime(declined.at)}
      </Text>
    </Group>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      理由：{declined.reason}
    </Text>
  </Stack>
);

const REASON_LENGTH = 500;

type DeclineProps = {
  line: AdminLine;
  /** The reason of an earlier attempt, whose refund failed. */
  reason: string;
  actions: OrderDetailActions;
  onClose: () => void;
};

const reasonProblem = (reason: string): string | null =>
  declineLineSchema.safeParse({ reason }).success ? null : '理由を入力してください。';

/** Requires a reason and shows the refunded amount. Declining cannot be undone. */
const DeclineForm = ({ line, reason: earlier, actions, onClose }: DeclineProps) => (
  <Alert color="red" variant="light" role="group" aria-label={`${line.orderNumber} を制作不可にする`}>
    <Stack gap="sm">
      <Text fw={700} c="var(--mantine-color-error)">
        この動画を制作不可にしますか？
      </Text>
      <Text>{formatPrice(line.price)}をお客様のカードに返金し、お客様にメールでお知らせします。この操作は取り消せません。</Text>
      <ActionForm
        actions={actions}
        actionKey={actionKey({ kind: 'decline', lineId: line.id })}
        initial={earlier}
        problemOf={reasonProblem}
        onSend={(reason) => actions.run({ kind: 'decline', lineId: line.id, reason: reason.trim() }, { onDone: onClose })}
        submitLabel={`${formatYen(line.price)}を返金して制作不可にする`}
        submitColor="red.8"
        onCancelled={onClose}
      >
        {(field) => (
          <Textarea
            {...field}
            label={<FieldLabel required>理由</FieldLabel>}
            description="お客様へのメールにそのまま記載されます。操作履歴にも残ります。"
            required
            withAsterisk={false}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={REASON_LENGTH}
          />
        )}
      </ActionForm>
    </Stack>
  </Alert>
);

/** Restores the form of a draft, or of a replacement video that was uploaded. */
const openFormOf = ({ line, actions }: { line: AdminLine; actions: OrderDetailActions }): LineForm | null => {
  if (actions.draftOf(actionKey({ kind: 'decline', lineId: line.id })) !== null) return 'decline';
  return line.videoDownloadUrl !== null && actions.urlOf(line.id) !== '' ? 'replace' : null;
};

type Props = {
  line: AdminLine;
  timeline: LineTimeline | undefined;
  /** Whether its video is on the download page. */
  isDelivered: boolean;
  /** Whether the shop still has money of the order. */
  isPaid: boolean;
  isDisputed: boolean;
  actions: OrderDetailActions;
};

/** One video of an order: its download, its refund, and the possible actions. */
export const LineDetails = ({ line, timeline, isDelivered, isPaid, isDisputed, actions }: Props) => {
  const [form, setForm] = useState<LineForm | null>(() => openFormOf({ line, actions }));
  const openers = { decline: useRef<HTMLButtonElement>(null), replace: useRef<HTMLButtonElement>(null) };
  const item = useRef<HTMLLIElement>(null);
  const declined = timeline?.declined ?? null;
  const claim = timeline?.claim ?? null;
  const isRetry = declined?.refundState === 'failed';
  const isDeclinable = claim === null && (declined === null || isRetry) && !isDisputed;
  const canReplace = isDelivered && isPaid && declined === null;
  const isPossible = { decline: isDeclinable, replace: canReplace };
  const openForm = form !== null && isPossible[form] ? form : null;

  const close = () => {
    const opener = form && openers[form];
    setForm(null);
    // The button no longer exists if the video was declined.
    setTimeout(() => (opener?.current ?? item.current)?.focus());
  };

  return (
    <li ref={item} tabIndex={-1} className={styles.line}>
      <div className={styles.name}>
        <Text fw={600}>
          {line.orderNumber}　{line.athleteNumber}
          {line.athleteName !== null && ` ${line.athleteName}`}
        </Text>
        <PriceText amount={line.price} fw={600} />
      </div>
      <Text size="sm">{[line.contestName, line.category, line.style].join(' ・ ')}</Text>
      {declined !== null && <Declined declined={declined} />}
      {declined === null && isDelivered && <Claim claim={claim} />}
      {openForm === 'decline' && <DeclineForm line={line} reason={declined?.reason ?? ''} actions={actions} onClose={close} />}
      {openForm === 'replace' && <ReplaceForm line={line} actions={actions} onClose={close} />}
      {openForm !== 'replace' && <ActionFailure actions={actions} actionKey={actionKey({ kind: 'replace', lineId: line.id })} />}
      {openForm === null && (
        <Group gap="sm" align="flex-start">
          {claim !== null && declined === null && (
            <ActionButton
              actions={actions}
              actionKey={actionKey({ kind: 're-arm', lineId: line.id })}
              label={`${line.orderNumber} の再ダウンロードを許可する`}
              onPress={() => actions.run({ kind: 're-arm', lineId: line.id })}
            >
              再ダウンロードを許可する
            </ActionButton>
          )}
          {canReplace && (
            <Button
              ref={openers.replace}
              variant="default"
              size="sm"
              h={44}
              aria-label={`${line.orderNumber} の動画を差し替える`}
              onClick={() => setForm('replace')}
            >
              動画を差し替える
            </Button>
          )}
          {isDeclinable && (
            <Button
              ref={openers.decline}
              variant="subtle"
              color="red"
              size="sm"
              h={44}
              aria-label={isRetry ? `${line.orderNumber} の返金をもう一度試す` : `${line.orderNumber} を制作不可にする`}
              onClick={() => setForm('decline')}
            >
              {isRetry ? '返金をもう一度試す' : '制作不可にする'}
            </Button>
          )}
        </Group>
      )}
    </li>
  );
};
