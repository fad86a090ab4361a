import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSessionExpired, userMessageOf } from '../../../lib/api-error.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { deliverOrder } from '../api/deliver-order.ts';
import { ordersQuery } from '../api/list-orders.ts';
import type { DoubtfulDelivery } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderDesk } from './use-order-desk.ts';

export type BulkOutcome = {
  delivered: readonly string[];
  /** They wait for the admin's word, one by one. */
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; message: string }[];
};

const without = <Entry extends { orderNumber: string }>(entries: readonly Entry[], orderNumber: string): Entry[] =>
  entries.filter((entry) => entry.orderNumber !== orderNumber);

/** What came of a bulk delivery, and what the admin makes of the orders that the server has doubts about. */
export const useBulkOutcome = ({ groups, desk }: { groups: readonly OrderGroup[]; desk: OrderDesk }) => {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const [settling, setSettling] = useState<string | null>(null);

  const change = (how: (known: BulkOutcome) => BulkOutcome) => setOutcome((known) => known && how(known));

  const confirm = async ({ orderNumber, downloadUrls }: DoubtfulDelivery) => {
    if (settling !== null) return;
    setSettling(orderNumber);
    try {
      await deliverOrder({ orderNumber, downloadUrls, isConfirmed: true });
      const group = groups.find((each) => each.orderNumber === orderNumber);
      if (group) desk.forgetUrls(group);
      change(({ delivered, doubtful, failed }) => ({
        delivered: [...delivered, orderNumber],
        doubtful: without(doubtful, orderNumber),
        failed: without(failed, orderNumber),
      }));
    } catch (error) {
      if (isSessionExpired(error)) announceSessionExpiry();
      const failure = { orderNumber, message: userMessageOf(error, 'もう一度お試しください。') };
      change((known) => ({ ...known, failed: [...without(known.failed, orderNumber), failure] }));
    }
    setSettling(null);
    await queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
  };

  return {
    outcome,
    /** The order that is being delivered all the same. */
    settling,
    linesOf: (orderNumber: string) => groups.find((group) => group.orderNumber === orderNumber)?.lines ?? [],
    tell: setOutcome,
    forget: () => setOutcome(null),
    confirm,
    /** Takes the doubtful videos off the desk: another file can be chosen for their lines. */
    drop: ({ orderNumber, doubts }: DoubtfulDelivery) => {
      for (const lineId of Object.keys(doubts)) desk.typeUrl(lineId, '');
      change((known) => ({ ...known, doubtful: without(known.doubtful, orderNumber), failed: without(known.failed, orderNumber) }));
    },
  };
};
