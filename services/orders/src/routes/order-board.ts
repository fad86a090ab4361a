import { MINUTE } from '@stagereel/contracts';
import { type ReadyJson, readyJson } from '@stagereel/service-kit';
import type { Order } from '../domain/order.ts';
import { toAdminLines } from '../domain/order-views.ts';
import type { OrderStore } from '../domain/ports.ts';

type Store = Pick<OrderStore, 'listRevisions' | 'listPaid'>;
type Entry = { revision: number; placedAt: number; number: string; json: string };

export type OrderBoard = {
  /** The lines of all paid orders, newest first, as they stood when it was called or later. */
  get: () => Promise<ReadyJson>;
};

/** Writes are stamped by the database's clock; one that was stamped first may still be seen last, by far less than this. */
const OVERLAP_MS = 10_000;
/** Bounds what no stamp tells of: an order that an operator removed. */
const ALL_EVERY_MS = 5 * MINUTE * 1000;
/** Orders are read by their ids in lots of this size; where most are new, as after a start, all are read at once. */
const LOT = 200;

const entryOf = (order: Order): Entry => ({
  revision: order.revision,
  placedAt: order.createdAt.getTime(),
  number: order.number,
  json: toAdminLines(order)
    .map((line) => JSON.stringify(line))
    .join(','),
});

const newestFirst = (one: Entry, other: Entry): number =>
  other.placedAt - one.placedAt || (other.number < one.number ? -1 : other.number > one.number ? 1 : 0);

/**
 * Keeps the list of orders as ready bytes. Every write of an order leaves a revision and a time in it, so a request asks the database which
 * orders changed since the newest time it knows, reads those alone, and makes the bytes anew only when there are any. The tag is a digest of the
 * bytes: replicas agree on it without telling each other anything, and it is never that of another content.
 */
export const createOrderBoard = ({ orders, clock = Date.now }: { orders: Store; clock?: () => number }): OrderBoard => {
  const entries = new Map<string, Entry>();
  let newestChange: Date | null = null;
  let allReadAt = Number.NEGATIVE_INFINITY;
  let ready: ReadyJson | null = null;

  const keep = (read: readonly Order[]): void => {
    for (const order of read) entries.set(order.id, entryOf(order));
  };

  const read = async (ids: readonly string[]): Promise<void> => {
    if (ids.length > LOT && ids.length * 2 > entries.size) return keep(await orders.listPaid({}));
    for (let start = 0; start < ids.length; start += LOT) keep(await orders.listPaid({ ids: ids.slice(start, start + LOT) }));
  };

  const forgetAllBut = (ids: ReadonlySet<string>): void => {
    for (const id of entries.keys()) if (!ids.has(id)) entries.delete(id);
  };

  const refresh = async (): Promise<ReadyJson> => {
    const startedAt = clock();
    const isAll = newestChange === null || startedAt - allReadAt >= ALL_EVERY_MS;
    const since = isAll || newestChange === null ? null : new Date(newestChange.getTime() - OVERLAP_MS);
    const seen = await orders.listRevisions(since);
    const changed = seen.filter(({ id, revision }) => entries.get(id)?.revision !== revision).map(({ id }) => id);
    const before = entries.size;
    if (isAll) forgetAllBut(new Set(seen.map(({ id }) => id)));
    // Whatever goes wrong from here on, the old bytes are not the list any more.
    if (changed.length > 0 || entries.size !== before) ready = null;
    await read(changed);
    for (const { changedAt } of seen) if (changedAt && (newestChange === null || changedAt > newestChange)) newestChange = changedAt;
    if (isAll) allReadAt = startedAt;
    ready ??= await readyJson(
      `[${[...entries.values()]
        .sort(newestFirst)
        .map(({ json }) => json)
        .join(',')}]`,
    );
    return ready;
  };

  let running: Promise<ReadyJson> | undefined;
  let next: Promise<ReadyJson> | undefined;
  const start = (): Promise<ReadyJson> => {
    running = refresh().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    // What is under way may have looked before the caller's own last write; all who come meanwhile share the look after it.
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
