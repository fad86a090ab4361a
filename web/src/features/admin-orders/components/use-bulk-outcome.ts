import { useQueryClient } from '@tanstack/react-query';
import { isSessionExpired, userMessageOf } from '../../../lib/api-error.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import { deliverOrder } from '../api/deliver-order.ts';
import { ordersQuery } from '../api/list-orders.ts';
import { type BulkOutcome, bulkRun } from '../lib/bulk-run.ts';
import { confirmedBy, type DoubtfulDelivery, doubtfulDelivery, isStillMeant } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderDesk } from './use-order-desk.ts';

const without = <Entry extends { orderNumber: string }>(entries: readonly Entry[], orderNumber: string): Entry[] =>
  entries.filter((entry) => entry.orderNumber !== orderNumber);

/** `groups`: all orders as they are now; `known`: what came of the last run. */
type Input = { groups: readonly OrderGroup[]; desk: OrderDesk; known: BulkOutcome | null };

/** What came of a bulk delivery, and what the admin makes of the orders that the server has doubts about. */
export const useBulkOutcome = ({ groups, desk, known }: Input) => {
  const queryClient = useQueryClient();
  const settling = known?.settling ?? null;

  const isMeant = (doubtful: DoubtfulDelivery): boolean => isStillMeant({ doubtful, groups, urls: desk.urls });
  // A video may have been replaced meanwhile, or the order delivered elsewhere.
  const outcome = known && { ...known, doubtful: known.doubtful.filter((each) => each.orderNumber === settling || isMeant(each)) };

  /** Delivers it all the same, or asks again where a video is still being read. */
  const settle = async (doubtful: DoubtfulDelivery) => {
    const { orderNumber, downloadUrls, doubts } = doubtful;
    if (!isMeant(doubtful)) return;
    await bulkRun.settle(orderNumber, async () => {
      try {
        await deliverOrder({ orderNumber, downloadUrls, confirmedDoubts: confirmedBy(doubts) });
        const group = groups.find((each) => each.orderNumber === orderNumber);
        if (group) desk.forgetUrls(group);
        return (last) => ({
          ...last,
          delivered: [...last.delivered, orderNumber],
          doubtful: without(last.doubtful, orderNumber),
          failed: without(last.failed, orderNumber),
        });
      } catch (error) {
        if (isSessionExpired(error)) announceSessionExpiry();
        const again = doubtfulDelivery({ error, delivery: { orderNumber, downloadUrls } });
        const failure = { orderNumber, message: userMessageOf(error, 'もう一度お試しください。') };
        return (last) => ({
          ...last,
          doubtful: last.doubtful.map((each) => (again && each.orderNumber === orderNumber ? again : each)),
          failed: [...without(last.failed, orderNumber), ...(again ? [] : [failure])],
        });
      } finally {
        void queryClient.invalidateQueries({ queryKey: ordersQuery().queryKey });
      }
    });
  };

  return {
    outcome,
    /** The order that is being delivered all the same. */
    settling,
    linesOf: (orderNumber: string) => groups.find((group) => group.orderNumber === orderNumber)?.lines ?? [],
    settle,
    /** Takes the doubtful videos off the desk: another file can be chosen for their lines. */
    drop: ({ orderNumber, doubts }: DoubtfulDelivery) => {
      for (const lineId of Object.keys(doubts)) desk.typeUrl(lineId, '');
      bulkRun.changeOutcome((last) => ({
        ...last,
        doubtful: without(last.doubtful, orderNumber),
        failed: without(last.failed, orderNumber),
        takenOut: [...last.takenOut, orderNumber],
      }));
    },
  };
};
