import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSessionExpired, userMessageOf } from '../../../lib/api-error.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { deliverOrder } from '../api/deliver-order.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { confirmedBy, type DoubtfulDelivery, doubtfulDelivery, isStillMeant } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { BulkStop } from '../lib/run-bulk-delivery.ts';
import type { OrderDesk } from './use-order-desk.ts';

export type BulkOutcome = {
  delivered: readonly string[];
  /** They wait for the admin's word, one by one, as long as they are what the desk would deliver. */
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; message: string }[];
  /** Orders that the run did not come to, and why. */
  left: readonly string[];
  stop: BulkStop | null;
  /** Orders whose doubtful videos the admin took out. */
  takenOut: readonly string[];
};

const without = <Entry extends { orderNumber: string }>(entries: readonly Entry[], orderNumber: string): Entry[] =>
  entries.filter((entry) => entry.orderNumber !== orderNumber);

/** `groups`: all orders as they are now. What came of a bulk delivery, and what the admin makes of the orders that the server has doubts about. */
export const useBulkOutcome = ({ groups, desk }: { groups: readonly OrderGroup[]; desk: OrderDesk }) => {
  const queryClient = useQueryClient();
  const [known, setOutcome] = useState<BulkOutcome | null>(null);
  const [settling, setSettling] = useState<string | null>(null);

  const isMeant = (doubtful: DoubtfulDelivery): boolean => isStillMeant({ doubtful, groups, urls: desk.urls });
  // A video may have been replaced meanwhile, or the order delivered elsewhere.
  const outcome = known && { ...known, doubtful: known.doubtful.filter((each) => each.orderNumber === settling || isMeant(each)) };

  const change = (how: (known: BulkOutcome) => BulkOutcome) => setOutcome((last) => last && how(last));

  /** Delivers it all the same, or asks again where a video is still being read. */
  const settle = async (doubtful: DoubtfulDelivery) => {
    const { orderNumber, downloadUrls, doubts } = doubtful;
    if (settling !== null || !isMeant(doubtful)) return;
    setSettling(orderNumber);
    try {
      await deliverOrder({ orderNumber, downloadUrls, confirmedDoubts: confirmedBy(doubts) });
      const group = groups.find((each) => each.orderNumber === orderNumber);
      if (group) desk.forgetUrls(group);
      change((last) => ({
        ...last,
        delivered: [...last.delivered, orderNumber],
        doubtful: without(last.doubtful, orderNumber),
        failed: without(last.failed, orderNumber),
      }));
    } catch (error) {
      if (isSessionExpired(error)) announceSessionExpiry();
      const again = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
      const failure = { orderNumber, message: userMessageOf(error, 'もう一度お試しください。') };
      change((last) => ({
        ...last,
        doubtful: last.doubtful.map((each) => (again && each.orderNumber === orderNumber ? again : each)),
        failed: [...without(last.failed, orderNumber), ...(again ? [] : [failure])],
      }));
    }
    setSettling(null);
    void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
  };

  return {
    outcome,
    /** The order that is being delivered all the same. */
    settling,
    linesOf: (orderNumber: string) => groups.find((group) => group.orderNumber === orderNumber)?.lines ?? [],
    tell: (result: Omit<BulkOutcome, 'takenOut'>) => setOutcome({ ...result, takenOut: [] }),
    forget: () => setOutcome(null),
    settle,
    /** Takes the doubtful videos off the desk: another file can be chosen for their lines. */
    drop: ({ orderNumber, doubts }: DoubtfulDelivery) => {
      for (const lineId of Object.keys(doubts)) desk.typeUrl(lineId, '');
      change((last) => ({
        ...last,
        doubtful: without(last.doubtful, orderNumber),
        failed: without(last.failed, orderNumber),
        takenOut: [...last.takenOut, orderNumber],
      }));
    },
  };
};
