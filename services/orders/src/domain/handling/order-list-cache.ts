import { MINUTE } from '@stagereel/contracts';
import { type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { Order } from '../order/order.ts';
import type { OrderStore } from '../order/order-store.ts';
import { toAdminLines } from '../order/order-views.ts';

type Entry = { revision: number; createdAt: number; number: string; json: string };

export type OrderListCache = {
  /** The lines of all paid orders, newest first, including every write that preceded the call. */
  get: () => Promise<PreparedJson>;
};

/** The database stamps writes with its clock, but an earlier stamp may become visible later. The delay is far below this. */
const OVERLAP_MS = 10_000;
/** Everything is read again at this interval, because a deleted order leaves no stamp. */
const FULL_REFRESH_EVERY_MS = 5 * MINUTE * 1000;
/** Orders are read by id in batches of this size. If most orders are new, as after a start, all are read in one query. */
const BATCH = 200;

const entryOf = (order: Order): Entry => ({
  revision: order.revision,
  createdAt: order.createdAt.getTime(),
  number: order.number,
  json: toAdminLines(order)
    .map((line) => JSON.stringify(line))
    .join(','),
});

const newestFirst = (one: Entry, other: Entry): number =>
  other.createdAt - one.createdAt || (other.number < one.number ? -1 : other.number > one.number ? 1 : 0);

/**
 * Caches the list of orders as serialised bytes. Every write of an order stores a revision and a time. A request lists the orders changed since
 * the newest known time, reads only those, and builds the bytes again only if there are any. The ETag is a digest of the bytes, so replicas
 * agree on it without communicating, and different contents never share one.
 */
export const createOrderListCache = ({
  orders,
  clock = Date.now,
}: {
  orders: Pick<OrderStore, 'listRevisions' | 'listPaid'>;
  clock?: () => number;
}): OrderListCache => {
  const entries = new Map<string, Entry>();
  let newestChange: Date | null = null;
  let fullRefreshAt = Number.NEGATIVE_INFINITY;
  let ready: PreparedJson | null = null;

  const addAll = (read: readonly Order[]): void => {
    for (const order of read) entries.set(order.id, entryOf(order));
  };

  const read = async (ids: readonly string[]): Promise<void> => {
    if (ids.length > BATCH && ids.length * 2 > entries.size) return addAll(await orders.listPaid({}));
    for (let start = 0; start < ids.length; start += BATCH) addAll(await orders.listPaid({ ids: ids.slice(start, start + BATCH) }));
  };

  const removeMissing = (ids: ReadonlySet<string>): void => {
    for (const id of entries.keys()) if (!ids.has(id)) entries.delete(id);
  };

  const refresh = async (): Promise<PreparedJson> => {
    const startedAt = clock();
    const isFull = newestChange === null || startedAt - fullRefreshAt >= FULL_REFRESH_EVERY_MS;
    const since = isFull || newestChange === null ? null : new Date(newestChange.getTime() - OVERLAP_MS);
    const revisions = await orders.listRevisions(since);
    const changed = revisions.filter(({ id, revision }) => entries.get(id)?.revision !== revision).map(({ id }) => id);
    const sizeBefore = entries.size;
    if (isFull) removeMissing(new Set(revisions.map(({ id }) => id)));
    // From here on the bytes are outdated, even if reading the changed orders fails.
    if (changed.length > 0 || entries.size !== sizeBefore) ready = null;
    await read(changed);
    for (const { changedAt } of revisions) if (changedAt && (newestChange === null || changedAt > newestChange)) newestChange = changedAt;
    if (isFull) fullRefreshAt = startedAt;
    ready ??= await prepareJson(
      `[${[...entries.values()]
        .sort(newestFirst)
        .map(({ json }) => json)
        .join(',')}]`,
    );
    return ready;
  };

  let running: Promise<PreparedJson> | undefined;
  let next: Promise<PreparedJson> | undefined;
  const start = (): Promise<PreparedJson> => {
    running = refresh().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    // A running refresh may have read before the caller's own last write, so concurrent callers share the next one.
    get: () => {
      if (!running) return start();
      next ??= running
        .catch(() => undefined)
        .then(() => {
          next = undefined;
          return running ?? start();
        });
      return next;
    },
  };
};
