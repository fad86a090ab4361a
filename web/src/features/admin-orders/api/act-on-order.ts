import type { DeliveryDoubts, OrderLife } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { RequestOptions } from '../../../lib/api-client.ts';
import { requestJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { orderLifeQuery } from './get-order-life.ts';
import { orderAuditQuery } from './list-order-audit.ts';
import { ordersQuery } from './list-orders.ts';

/** What may be done to an order after the fact; each answers the order's life as it is then. */
export type OrderAct =
  | { kind: 'correct'; email: string }
  | { kind: 'extend' }
  | { kind: 'reopen' }
  /** `openedAt`: of the page as it is shown; a later delivery stays. */
  | { kind: 'recall'; openedAt: string }
  /** `confirmedDoubts`: what the admin has read of the server's doubts and puts in all the same. */
  | { kind: 'replace'; lineId: string; url: string; confirmedDoubts: DeliveryDoubts }
  | { kind: 're-arm'; lineId: string }
  | { kind: 'decline'; lineId: string; reason: string };

type Request = { path: string } & Pick<RequestOptions, 'method' | 'json'>;

const requestOf = ({ orderNumber, act }: { orderNumber: string; act: OrderAct }): Request => {
  const order = `/api/orders/${orderNumber}`;
  const delivered = `/api/admin/orders/${orderNumber}`;
  switch (act.kind) {
    case 'correct':
      return { path: `${order}/customer`, method: 'PATCH', json: { email: act.email } };
    case 'extend':
    case 'reopen':
      return { path: `${order}/${act.kind}`, method: 'POST' };
    case 'recall':
      return { path: `${delivered}/recall`, method: 'POST', json: { openedAt: act.openedAt } };
    case 'replace':
      return {
        path: `${delivered}/lines/${act.lineId}/video`,
        method: 'PUT',
        json: { url: act.url, confirmedDoubts: act.confirmedDoubts },
      };
    case 're-arm':
      return { path: `${order}/lines/${act.lineId}/re-arm`, method: 'POST' };
    case 'decline':
      return { path: `${order}/lines/${act.lineId}/decline`, method: 'POST', json: { reason: act.reason } };
  }
};

type Options = {
  orderNumber: string;
  onDone: (act: OrderAct, life: OrderLife) => void;
  onFailed: (act: OrderAct, error: Error) => void;
};

/** One act at a time. List, life and audit are read anew whatever came of it; the outcome is told also when the dialog is closed. */
export const useActOnOrder = ({ orderNumber, onDone, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useSingleMutation<OrderLife, OrderAct>({
    mutationFn: (act) => {
      const { path, ...options } = requestOf({ orderNumber, act });
      return requestJson<OrderLife>(path, options);
    },
    onSuccess: (life, act) => {
      queryClient.setQueryData(orderLifeQuery(orderNumber).queryKey, life);
      onDone(act, life);
    },
    onSettled: (_life, error, act) => {
      if (error) onFailed(act, error);
      void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
      void queryClient.invalidateQueries({ queryKey: orderAuditQuery(orderNumber).queryKey });
    },
  });
};
