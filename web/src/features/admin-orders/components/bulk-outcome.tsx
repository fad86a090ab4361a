import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isFocusFree } from '../../../lib/is-focus-free.ts';
import type { BulkOutcome as Outcome } from '../lib/bulk-run.ts';
import { stopWords } from '../lib/bulk-words.ts';
import { type DoubtfulDelivery, isStillRead } from '../lib/delivery-doubts.ts';
import { DoubtList, GoButton } from './delivery-doubts.tsx';
import { NamesAlert } from './names-alert.tsx';
import type { BulkDelivery } from './use-bulk-delivery.ts';

type Told = BulkDelivery['told'];

const wayOn = (doubtful: readonly DoubtfulDelivery[]): string =>
  [
    ...(doubtful.some(({ doubts }) => !isStillRead(doubts)) ? ['このままでよければ「このまま納品する」を押してください。'] : []),
    ...(doubtful.some(({ doubts }) => isStillRead(doubts))
      ? ['動画の確認が終わっていない注文は、少し待ってから「もう一度試す」を押してください。']
      : []),
    '違う動画の場合は「動画を外す」を押し、正しい動画を選び直してください。',
  ].join('');

type OrderProps = {
  doubtful: DoubtfulDelivery;
  told: Told;
  /** When it is settled one way or the other, or could not be. */
  onSettled: () => void;
};

const DoubtfulOrder = ({ doubtful, told, onSettled }: OrderProps) => {
  const { orderNumber, doubts } = doubtful;
  return (
    <Stack component="section" tabIndex={-1} gap="xs" aria-label={`注文番号 ${orderNumber} の確認`}>
      <Text fw={600}>注文番号 {orderNumber}</Text>
      <DoubtList lines={told.linesOf(orderNumber)} doubtful={doubtful} />
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          h={44}
          disabled={told.settling !== null}
          onClick={() => {
            told.drop(doubtful);
            onSettled();
          }}
        >
          動画を外す
        </Button>
        <GoButton
          doubts={doubts}
          size="sm"
          h={44}
          loading={told.settling === orderNumber}
          disabled={told.settling !== null}
          onClick={() => void told.settle(doubtful).then(onSettled)}
        />
      </Group>
    </Stack>
  );
};

/** `isReviewed`: what was delivered is still shown beside it. */
type Props = { outcome: Outcome; told: Told; isReviewed: boolean };

/** What came of a bulk delivery. What the server found doubtful is settled here, one order after another. */
export const BulkOutcome = ({ outcome, told, isReviewed }: Props) => {
  const { delivered, doubtful, failed, left, stop, takenOut } = outcome;
  // What was broken off, or came to nothing, looks like no success.
  const isWell = stop === null && delivered.length > 0;
  const status = useRef<HTMLDivElement>(null);
  const sections = useRef<HTMLDivElement>(null);

  // The buttons of a run go when it ends: the focus would be lost behind the dialog.
  useEffect(() => {
    if (!isReviewed && isFocusFree()) status.current?.focus();
  }, [isReviewed]);

  // A section goes with the button that was pressed: the focus moves on to the one in its place, or to what came of all.
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    if (settled === null) return;
    if (isFocusFree()) (sections.current?.querySelectorAll('section')[settled] ?? status.current)?.focus();
    setSettled(null);
  }, [settled]);

  return (
    <Stack gap="sm">
      <Alert
        ref={status}
        tabIndex={-1}
        color={isWell ? 'teal' : 'orange'}
        variant="light"
        role="status"
        icon={isWell ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      >
        <Text>{delivered.length}件の注文を納品しました。</Text>
        {stop !== null && <Text>{stopWords[stop]}</Text>}
        {takenOut.length > 0 && <Text>注文番号 {takenOut.join('、')} の動画を外しました。正しい動画を選び直してください。</Text>}
      </Alert>
      {doubtful.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconAlertTriangle aria-hidden />}
          title={`要確認：${doubtful.length}件の注文はまだ納品していません`}
        >
          <Stack ref={sections} gap="md">
            <Text size="sm">{wayOn(doubtful)}</Text>
            {doubtful.map((each, index) => (
              <DoubtfulOrder key={each.orderNumber} doubtful={each} told={told} onSettled={() => setSettled(index)} />
            ))}
          </Stack>
        </Alert>
      )}
      <NamesAlert
        title={`${failed.length}件の注文は納品できませんでした`}
        names={failed.map(({ orderNumber, message }) => `${orderNumber}：${message}`)}
      />
      <NamesAlert title={`${left.length}件の注文は納品せずに残しました`} names={left} />
    </Stack>
  );
};
