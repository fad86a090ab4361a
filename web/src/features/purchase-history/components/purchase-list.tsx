import { Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { formatDate, isFullyRefunded, type SessionUser } from '@stagereel/contracts';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { userOrdersQuery } from '../../../api/orders.ts';
import { ReceiptLink } from '../../../components/order/receipt-link.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { PriceText } from '../../../components/ui/price-text.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { type Purchase, purchasesOf } from '../lib/purchases.ts';
import styles from './purchase-list.module.css';
import { PurchaseTable } from './purchase-table.tsx';

/** One order: number, date, videos and receipt. */
const PurchaseCard = ({ purchase }: { purchase: Purchase }) => {
  const headingId = useId();
  const { orderNumber, orderDate, payment, statusPath, total, lines } = purchase;
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
        <div className={styles.links}>
          <Anchor component={Link} to={statusPath} className={styles.link} aria-label={`注文番号${orderNumber}のご注文の状況`}>
            ご注文の状況
          </Anchor>
          {!isFullyRefunded(payment) && <ReceiptLink to={paths.receipt.to(orderNumber)} label={`注文番号${orderNumber}の領収書`} />}
        </div>
      </div>
      <PurchaseTable purchase={purchase} labelledBy={headingId} />
    </Paper>
  );
};

const LINE_HEIGHT = 190;
const CARD_CHROME = 130;

const heightOf = ({ lines }: Purchase): number => CARD_CHROME + lines.length * LINE_HEIGHT;

const NoPurchases = () => (
  <EmptyState icon={IconShoppingBag} title="購入した商品はまだありません">
    <Text size="sm" c="dimmed">
      ほかのメールアドレスでのご注文は、
      <Anchor component={Link} to={paths.orderLookup.to()}>
        ご注文の照会
      </Anchor>
      からご確認いただけます。
    </Text>
    <Button component={Link} to={paths.home.to()} variant="default" mt="sm">
      販売中の動画を見る
    </Button>
  </EmptyState>
);

/** The signed-in user's orders, newest first. The cached list stays visible during a refetch and after an error. */
export const PurchaseList = ({ user }: { user: SessionUser }) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(userOrdersQuery());
  const purchases = useMemo(() => purchasesOf(data ?? [], user), [data, user]);

  return (
    <>
      {isPending && <LoadingText />}
      {isError && (
        <ErrorPanel title="購入履歴を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {data !== undefined && purchases.length === 0 && <NoPurchases />}
      {purchases.length > 0 && (
        <WindowList items={purchases} keyOf={({ orderNumber }) => orderNumber} heightOf={heightOf} label="ご注文の一覧">
          {(purchase) => <PurchaseCard purchase={purchase} />}
        </WindowList>
      )}
    </>
  );
};
