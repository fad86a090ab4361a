import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { orderLifeQuery } from '../api/get-order-life.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { OrderDetails } from './order-details.tsx';
import type { OrderDesk } from './use-order-desk.ts';

type Props = { group: OrderGroup; desk: OrderDesk };

const Content = ({ group, desk }: Props) => {
  const { data, dataUpdatedAt, isPending, isError, error, refetch, isFetching } = useQuery(orderLifeQuery(group.orderNumber));
  return (
    <>
      {isPending && <LoadingText />}
      {isError && (
        <ErrorPanel title="注文の詳細を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      {data && <OrderDetails key={group.orderNumber} group={group} life={data} readAt={dataUpdatedAt} desk={desk} />}
    </>
  );
};

/** `group`: the order that is looked at, or null; the last one stays in sight while the dialog closes. */
export const OrderDetailsDialog = ({ group, desk, onClose }: { group: OrderGroup | null; desk: OrderDesk; onClose: () => void }) => {
  const [last, setLast] = useState(group);
  if (group !== null && group !== last) setLast(group);
  const shown = group ?? last;
  return (
    <Dialog isOpen={group !== null} onClose={onClose} size="xl" title={`注文の詳細　${shown?.orderNumber ?? ''}`}>
      {shown && <Content group={shown} desk={desk} />}
    </Dialog>
  );
};
