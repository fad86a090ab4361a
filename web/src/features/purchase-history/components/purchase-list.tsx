import { Anchor, Button, Text } from '@mantine/core';
import type { SessionUser } from '@stagereel/contracts';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { WindowList } from '../../../components/ui/window-list.tsx';
import { paths } from '../../../config/paths.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { userOrdersQuery } from '../api/list-user-orders.ts';
import type { Purchase } from '../model/purchases.ts';
import { purchasesOf } from '../model/purchases.ts';
import { PurchaseCard } from './purchase-card.tsx';

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

/** Every order of the person, newest first. What was loaded stays in sight while it is loaded anew, and when that fails. */
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
