import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { DoubtfulDelivery } from '../lib/delivery-doubts.ts';
import { DoubtList, GoButton } from './delivery-doubts.tsx';
import { NamesAlert } from './names-alert.tsx';
import type { BulkDelivery } from './use-bulk-delivery.ts';
import type { BulkOutcome as Outcome } from './use-bulk-outcome.ts';

type Told = BulkDelivery['told'];

const DoubtfulOrder = ({ doubtful, told }: { doubtful: DoubtfulDelivery; told: Told }) => {
  const { orderNumber, doubts } = doubtful;
  return (
    <Stack component="section" gap="xs" aria-label={`注文番号 ${orderNumber} の確認`}>
      <Text fw={600}>注文番号 {orderNumber}</Text>
      <DoubtList lines={told.linesOf(orderNumber)} doubts={doubts} />
      <Group gap="sm">
        <Button variant="default" size="sm" h={44} disabled={told.settling !== null} onClick={() => told.drop(doubtful)}>
          動画を外す
        </Button>
        <GoButton
          doubts={doubts}
          size="sm"
          h={44}
          loading={told.settling === orderNumber}
          disabled={told.settling !== null}
          onClick={() => void told.settle(doubtful)}
        />
      </Group>
    </Stack>
  );
};

/** What came of a bulk delivery. What the server found doubtful is settled here, one order after another. */
export const BulkOutcome = ({ outcome, told }: { outcome: Outcome; told: Told }) => (
  <Stack gap="sm">
    <Alert color="teal" variant="light" role="status" icon={<IconCircleCheck aria-hidden />}>
      {outcome.delivered.length}件の注文を納品しました。
    </Alert>
    {outcome.doubtful.length > 0 && (
      <Alert
        color="orange"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={`要確認：${outcome.doubtful.length}件の注文はまだ納品していません`}
      >
        <Stack gap="md">
          <Text size="sm">動画は届いています。「このまま納品する」か、「動画を外す」を押してから正しい動画を選び直してください。</Text>
          {outcome.doubtful.map((doubtful) => (
            <DoubtfulOrder key={doubtful.orderNumber} doubtful={doubtful} told={told} />
          ))}
        </Stack>
      </Alert>
    )}
    <NamesAlert
      title={`${outcome.failed.length}件の注文は納品できませんでした`}
      names={outcome.failed.map(({ orderNumber, message }) => `${orderNumber}：${message}`)}
    />
  </Stack>
);
