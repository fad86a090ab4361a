import { DAY, HOUR, MINUTE } from '@stagereel/contracts';
import { type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { Order } from '../order/order.ts';
import type { OrderStore } from '../order/order-store.ts';
import { toAdminLines } from '../order/order-views.ts';
import { type DayFacts, dayFactsOf } from '../today/count-today.ts';
import { changesSince, type ListedOrder, newestFirst, type OrderBook, OVERLAP_MS } from './order-changes.ts';

/** Everything includes every write that preceded the call. */
export type OrderListCache = {
  /** The lines of all paid orders, newest first. */
  list: () => Promise<PreparedJson>;
  /** The lines of the orders that a caller with this cursor misses; an empty cursor begins a new list. */
  changes: (since: string) => Promise<PreparedJson>;
  /** What the summary of the day needs to know about the paid orders. */
  facts: () => Promise<DayFacts[]>;
};

/**
 * A deletion changes no timestamp. At this interval the orders are counted, and if the number differs, all revisions are compared. The count also
 * reads the changes of a longer time, because the clock of the database may have been set back.
 */
const COUNT_EVERY_MS = 5 * MINUTE * 1000;
const COUNT_OVERLAP_MS = HOUR * 1000;
/** All revisions are compared at this interval, in case that orders were replaced by hand. */
const FULL_REFRESH_EVERY_MS = DAY * 1000;
/** Orders are read by id in batches of this size. If most orders are new, as after a start, all are read in one query. */
const BATCH = 200;
/** Several admins ask for the same changes, and each browser for the same pages. */
const MAX_PREPARED = 50;

type Entry = ListedOrder & { facts: DayFacts | null };

const COMMA = Buffer.from(',');
/** The JSON array of the orders' lines between two texts. */
const join = (orders: readonly ListedOrder[], { before = '', after = '' } = {}): Buffer =>
  Buffer.concat([
    Buffer.from(`${before}[`),
    ...orders.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json])),
    Buffer.from(`]${after}`),
  ]);

/**
 * Caches the list of orders as serialised text. Every write of an order stores a revision and a time. A request lists the orders changed since
 * the newest known time and reads only those. The ETag of the list is a digest of its bytes and a cursor depends only on the orders, so replicas
 * agree on both without communicating.
 */
export const createOrderListCache = ({
  orders,
  clock = Date.now,
}: {
  orders: Pick<OrderStore, 'listRevisions' | 'listPaid' | 'streamPaid' | 'countPaid'>;
  clock?: () => number;
}): OrderListCache => {
  const entries = new Map<string, Entry>();
  let newestChange: number | null = null;
  let fullRefreshAt = Number.NEGATIVE_INFINITY;
  let countedAt = Number.NEGATIVE_INFINITY;
  let book: OrderBook | null = null;
  let whole: Promise<PreparedJson> | null = null;
  const prepared = new Map<string, Promise<PreparedJson>>();

  const forgetPrepared = (): void => {
    book = null;
    whole = null;
    prepared.clear();
  };

  const read = async (ids: readonly string[], changedAt: ReadonlyMap<string, number>): Promise<void> => {
    const add = (order: Order): void => {
      const { id, number, revision, createdAt } = order;
      const lines = toAdminLines(order);
      const json = Buffer.from(lines.map((line) => JSON.stringify(line)).join(','));
      const facts = dayFactsOf({ order, lines });
      entries.set(id, { id, number, revision, createdAt: createdAt.getTime(), changedAt: changedAt.get(id) ?? 0, json, facts });
    };
    if (ids.length > BATCH && ids.length * 2 > entries.size) {
      // As a stream, because all documents together need several times the memory of the list.
      for await (const order of orders.streamPaid({ by: 'order', period: { from: null, before: null }, contestId: undefined })) add(order);
      return;
    }
    for (let start = 0; start < ids.length; start += BATCH) {
      for (const order of await orders.listPaid({ ids: ids.slice(start, start + BATCH) })) add(order);
    }
  };

  const removeMissing = (ids: ReadonlyMap<string, number>): void => {
    for (const id of entries.keys()) if (!ids.has(id)) entries.delete(id);
  };

  const refresh = async (): Promise<void> => {
    const startedAt = clock();
    const isFull = newestChange === null || startedAt - fullRefreshAt >= FULL_REFRESH_EVERY_MS;
    const isCount = !isFull && startedAt - countedAt >= COUNT_EVERY_MS;
    const since = isFull || newestChange === null ? null : new Date(newestChange - (isCount ? COUNT_OVERLAP_MS : OVERLAP_MS));
    const sizeBefore = entries.size;
    const counted = isCount ? await orders.countPaid() : sizeBefore;
    const revisions = await orders.listRevisions(since);
    const changedAt = new Map(revisions.map((stored) => [stored.id, stored.changedAt.getTime()]));
    const changed = revisions.filter(({ id, revision }) => entries.get(id)?.revision !== revision).map(({ id }) => id);
    // An order may have been read before its last write was listed.
    const restamped = revisions.filter(({ id }) => entries.has(id) && entries.get(id)?.changedAt !== changedAt.get(id));
    if (isFull) removeMissing(changedAt);
    // From here on everything prepared is outdated, even if reading the changed orders fails.
    if (changed.length > 0 || restamped.length > 0 || entries.size !== sizeBefore) forgetPrepared();
    await read(changed, changedAt);
    for (const { id } of restamped) {
      const entry = entries.get(id);
      if (entry) entries.set(id, { ...entry, changedAt: changedAt.get(id) ?? 0 });
    }
    // A restored database may have only older writes.
    newestChange = [...changedAt.values()].reduce((newest, time) => Math.max(newest, time), isFull ? 0 : (newestChange ?? 0));
    if (isFull) fullRefreshAt = startedAt;
    if (isFull || isCount) countedAt = startedAt;
    // Orders that are paid meanwhile were not counted, but were listed.
    if (isCount && (counted < sizeBefore || counted > entries.size)) {
      newestChange = null;
      await refresh();
    }
  };

  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    running = refresh().finally(() => {
      running = undefined;
    });
    return running;
  };
  // A running refresh may have read before the caller's own last write, so concurrent callers share the next one.
  const refreshed = (): Promise<void> => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return running ?? start();
      });
    return next;
  };

  const currentBook = (): OrderBook => {
    book ??= { orders: [...entries.values()].sort(newestFirst), newestChange: newestChange ?? 0 };
    return book;
  };

  const prepareChanges = (since: string): Promise<PreparedJson> => {
    const { orders: changed, ...rest } = changesSince(currentBook(), since);
    return prepareJson(join(changed, { before: `${JSON.stringify(rest).slice(0, -1)},"orders":`, after: '}' }));
  };

  return {
    list: async () => {
      await refreshed();
      whole ??= prepareJson(join(currentBook().orders));
      return whole;
    },
    changes: async (since) => {
      await refreshed();
      const known = prepared.get(since);
      if (known) return known;
      if (prepared.size >= MAX_PREPARED) prepared.clear();
      const preparing = prepareChanges(since);
      prepared.set(since, preparing);
      return preparing;
    },
    facts: async () => {
      await refreshed();
      return [...entries.values()].flatMap(({ facts }) => facts ?? []);
    },
  };
};
