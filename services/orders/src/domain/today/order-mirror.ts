import { MINUTE } from '@stagereel/contracts';
import type { Order } from '../order/order.ts';
import type { OrderStore } from '../order/order-store.ts';

export type OrderMirror<Value> = {
  /** What was derived from every paid order, including every write that preceded the call. Unchanged orders keep the same map. */
  read: () => Promise<ReadonlyMap<string, Value>>;
};

/** The database stamps writes with its clock, but an earlier stamp may become visible later. The delay is far below this. */
const OVERLAP_MS = 10_000;
/** Everything is listed again at this interval, because a deleted order leaves no stamp. */
const FULL_REFRESH_EVERY_MS = 5 * MINUTE * 1000;
/** Orders are read by id in batches of this size. If most orders are new, as after a start, all are read in one query. */
const BATCH = 200;

/** Keeps something that is derived from each paid order in memory. Every read asks only for the orders that have changed since the last one. */
export const createOrderMirror = <Value>(input: {
  orders: Pick<OrderStore, 'listRevisions' | 'listPaid'>;
  derive: (order: Order) => Value;
  clock?: () => number;
}): OrderMirror<Value> => {
  const { orders, derive, clock = Date.now } = input;
  const revisions = new Map<string, number>();
  let values = new Map<string, Value>();
  let newestChange: Date | null = null;
  let fullRefreshAt = Number.NEGATIVE_INFINITY;

  const readOrders = async (ids: readonly string[]): Promise<Order[]> => {
    if (ids.length > BATCH && ids.length * 2 > values.size) return orders.listPaid({});
    const found: Order[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      found.push(...(await orders.listPaid({ ids: ids.slice(start, start + BATCH) })));
    }
    return found;
  };

  const refresh = async (): Promise<ReadonlyMap<string, Value>> => {
    const startedAt = clock();
    const isFull = newestChange === null || startedAt - fullRefreshAt >= FULL_REFRESH_EVERY_MS;
    const listed = await orders.listRevisions(isFull || newestChange === null ? null : new Date(newestChange.getTime() - OVERLAP_MS));
    const changed = listed.filter(({ id, revision }) => revisions.get(id) !== revision).map(({ id }) => id);
    const known = new Set(listed.map(({ id }) => id));
    const removed = isFull ? [...revisions.keys()].filter((id) => !known.has(id)) : [];
    if (changed.length > 0 || removed.length > 0) {
      const next = new Map(values);
      for (const order of await readOrders(changed)) {
        next.set(order.id, derive(order));
        revisions.set(order.id, order.revision);
      }
      for (const id of removed) {
        next.delete(id);
        revisions.delete(id);
      }
      values = next;
    }
    for (const { changedAt } of listed) if (changedAt && (newestChange === null || changedAt > newestChange)) newestChange = changedAt;
    if (isFull) fullRefreshAt = startedAt;
    return values;
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    // One after the other: a running refresh may have read before the caller's own last write.
    read: () => {
      const next = last.then(refresh, refresh);
      last = next;
      return next;
    },
  };
};
