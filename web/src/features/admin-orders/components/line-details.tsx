import { Button, Group, Stack, Text } from '@mantine/core';
import { type AdminLine, formatDateTime, isHandled, type OrderLife } from '@stagereel/contracts';
import { useRef, useState } from 'react';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { refundWords } from '../lib/order-words.ts';
import { ActButton } from './act-button.tsx';
import { ActFailure } from './act-failure.tsx';
import { DeclineForm } from './decline-form.tsx';
import styles from './line-details.module.css';
import { ReplaceForm } from './replace-form.tsx';
import { actKey, type OrderActs } from './use-order-acts.ts';

type LineForm = 'decline' | 'replace';
type LineLife = OrderLife['lines'][number];

const refundTones = { pending: 'waiting', succeeded: 'neutral', failed: 'negative' } as const;

const Claim = ({ claim, hasPage }: { claim: LineLife['claim']; hasPage: boolean }) => {
  if (!hasPage) return null;
  return (
    <Text size="sm" c="dimmed">
      {claim === null
        ? 'まだダウンロードされていません'
        : `${formatDateTime(claim.claimedAt)} にダウンロード開始（同じブラウザでは ${formatDateTime(claim.until)} まで再開できます）`}
    </Text>
  );
};

const Declined = ({ declined }: { declined: NonNullable<LineLife['declined']> }) => (
  <Stack gap={4}>
    <Group gap="xs">
      <StatusBadge tone="negative">制作不可</StatusBadge>
      <StatusBadge tone={refundTones[declined.refundState]}>{refundWords[declined.refundState]}</StatusBadge>
      <Text size="sm" c="dimmed">
        {formatDateTime(declined.at)}
      </Text>
    </Group>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      理由：{declined.reason}
    </Text>
  </Stack>
);

/** A form that was begun is found open again; so is that of a line whose new video has arrived. */
const openFormOf = ({ line, acts }: { line: AdminLine; acts: OrderActs }): LineForm | null => {
  if (acts.draftOf(actKey({ kind: 'decline', lineId: line.id })) !== null) return 'decline';
  return isHandled(line.status) && acts.urlOf(line.id) !== '' ? 'replace' : null;
};

type Props = {
  line: AdminLine;
  life: LineLife | undefined;
  hasPage: boolean;
  /** Whether the order is delivered to somebody who has paid for it. */
  isReplaceable: boolean;
  isDisputed: boolean;
  acts: OrderActs;
};

/** One video of an order: what became of its download and its money, and what may still be done. */
export const LineDetails = ({ line, life, hasPage, isReplaceable, isDisputed, acts }: Props) => {
  const [form, setForm] = useState<LineForm | null>(() => openFormOf({ line, acts }));
  const openers = { decline: useRef<HTMLButtonElement>(null), replace: useRef<HTMLButtonElement>(null) };
  const item = useRef<HTMLLIElement>(null);
  const declined = life?.declined ?? null;
  const claim = life?.claim ?? null;
  const isRetry = declined?.refundState === 'failed';
  const isDeclinable = claim === null && (declined === null || isRetry) && !isDisputed;
  const canReplace = isReplaceable && declined === null;
  const isPossible = { decline: isDeclinable, replace: canReplace };
  const openForm = form !== null && isPossible[form] ? form : null;

  const close = () => {
    const opener = form && openers[form];
    setForm(null);
    // The button is gone when the video was declined; the line itself is the next best place.
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
      {declined === null ? <Claim claim={claim} hasPage={hasPage} /> : <Declined declined={declined} />}
      {openForm === 'decline' && <DeclineForm line={line} reason={declined?.reason ?? ''} acts={acts} onClose={close} />}
      {openForm === 'replace' && <ReplaceForm line={line} acts={acts} onClose={close} />}
      {openForm !== 'replace' && <ActFailure acts={acts} actKey={actKey({ kind: 'replace', lineId: line.id })} />}
      {openForm === null && (
        <Group gap="sm" align="flex-start">
          {claim !== null && declined === null && (
            <ActButton
              acts={acts}
              actKey={actKey({ kind: 're-arm', lineId: line.id })}
              label={`${line.orderNumber} の再ダウンロードを許可する`}
              onPress={() => acts.run({ kind: 're-arm', lineId: line.id })}
            >
              再ダウンロードを許可する
            </ActButton>
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
