import { Group, Stack, Text } from '@mantine/core';
import { formatDateTime, isMoneyBack, type OrderLife } from '@stagereel/contracts';
import { FormErrors } from '../../../components/ui/form-errors.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import type { OrderGroup } from '../lib/order-groups.ts';
import { ActButton } from './act-button.tsx';
import { AuditSection } from './audit-section.tsx';
import { CustomerSection } from './customer-section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { DetailSection } from './detail-section.tsx';
import styles from './line-details.module.css';
import { LineDetails } from './line-details.tsx';
import { MailSection } from './mail-section.tsx';
import { PaymentSection } from './payment-section.tsx';
import { actKey, useOrderActs } from './use-order-acts.ts';
import type { OrderDesk } from './use-order-desk.ts';

type Props = {
  group: OrderGroup;
  life: OrderLife;
  /** When it was read, epoch milliseconds. */
  readAt: number;
  desk: OrderDesk;
};

/** Everything that happened to one order, and what may be done about it after the fact. */
export const OrderDetails = ({ group, life, readAt, desk }: Props) => {
  const acts = useOrderActs({ group, desk });
  const failure = acts.failureAt(null);
  const isReopenable = life.status === '対応済み' && life.page === null;

  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StatusBadge tone={group.isHandled ? 'positive' : 'due'}>{life.status}</StatusBadge>
        <Text size="sm">注文日時　{formatDateTime(life.createdAt)}</Text>
      </Group>
      {failure !== null && <FormErrors messages={[failure]} />}
      {isReopenable && (
        <ActButton acts={acts} actKey={actKey({ kind: 'reopen' })} onPress={() => acts.run({ kind: 'reopen' })}>
          未対応に戻す
        </ActButton>
      )}
      <CustomerSection life={life} acts={acts} />
      <DetailSection title="動画">
        <ul className={styles.lines}>
          {group.lines.map((line) => (
            <LineDetails
              key={line.id}
              line={line}
              life={life.lines.find(({ id }) => id === line.id)}
              hasPage={life.page !== null}
              isReplaceable={life.page !== null && !isMoneyBack(life.payment.mark)}
              isDisputed={life.payment.disputedAt !== null && life.payment.disputeOutcome !== 'won'}
              acts={acts}
            />
          ))}
        </ul>
      </DetailSection>
      <DeliverySection life={life} readAt={readAt} acts={acts} />
      <MailSection life={life} acts={acts} />
      <PaymentSection payment={life.payment} />
      <AuditSection orderNumber={life.orderNumber} />
    </Stack>
  );
};
