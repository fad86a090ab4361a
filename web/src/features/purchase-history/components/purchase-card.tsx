import { Paper, Title } from '@mantine/core';
import { formatDate, isMoneyBack } from '@stagereel/contracts';
import { useId } from 'react';
import { ReceiptLink } from '../../../components/order/receipt-link.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { paths } from '../../../config/paths.ts';
import type { Purchase } from '../model/purchases.ts';
import styles from './purchase-card.module.css';
import { PurchaseTable } from './purchase-table.tsx';

/** One order: its number and date, its videos, and its receipt. */
export const PurchaseCard = ({ purchase }: { purchase: Purchase }) => {
  const headingId = useId();
  const { orderNumber, orderDate, payment, total, lines } = purchase;
  return (
    <Paper component="article" aria-labelledby={headingId} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} bg="var(--stage-surface)">
      <div className={styles.header}>
        <div>
          <Title order={2} id={headingId} className={styles.number}>
            注文番号 {orderNumber}
          </Title>
          <div className={styles.facts}>
            <span>
              注文日 <time dateTime={orderDate}>{formatDate(orderDate)}</time>
            </span>
            <span>
              合計 <PriceText amount={total} />
              （動画{lines.length}本）
            </span>
            {payment === 'partially-refunded' && <StatusBadge tone="neutral">一部返金済み</StatusBadge>}
          </div>
        </div>
        {!isMoneyBack(payment) && <ReceiptLink to={paths.receipt.to(orderNumber)} label={`注文番号${orderNumber}の領収書`} />}
      </div>
      <PurchaseTable purchase={purchase} labelledBy={headingId} />
    </Paper>
  );
};
