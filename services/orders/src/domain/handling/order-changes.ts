import { createHash } from 'node:crypto';

/** One paid order of the list. `changedAt`: of its last write, by the clock of the database. */
export type ListedOrder = {
  id: string;
  number: string;
  revision: number;
  createdAt: number;
  changedAt: number;
  /** Its lines, serialised and separated by commas. As bytes, because a text with Japanese letters takes twice the memory. */
  json: Buffer;
};

/** All paid orders, newest first, and the time of the newest write among them. */
export type OrderBook = { orders: readonly ListedOrder[]; newestChange: number };

/** `isRestart`: the orders begin a new list. `hasMore`: the caller should ask again at once. */
export type OrderChangeSet = { cursor: string; orders: readonly ListedOrder[]; isRestart: boolean; hasMore: boolean; total: number };

type Position = Pick<ListedOrder, 'createdAt' | 'number'>;

/**
 * What the caller has: the orders of the database whose first order is `origin`, as of `newestChange`. `recent` is a digest of the writes shortly
 * before that time, where further ones may become visible later. `after`: the orders behind this position are still missing.
 */
type Cursor = { origin: string; newestChange: number; recent: string; after: Position | null };

/** The database stamps writes with its clock, but an earlier stamp may become visible later. The delay is far below this. */
export const OVERLAP_MS = 10_000;
/** The first page fills a screen soon; the others load the rest in few requests. More changes than a page begin a new list. */
const FIRST_PAGE = 100;
const PAGE = 2000;

const DIGEST_LENGTH = 12;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);

const digestOfWrites = (orders: readonly ListedOrder[]): string => digestOf(orders.map(({ id, revision }) => `${id}:${revision}`).join());

const changedFrom = ({ orders }: OrderBook, newestChange: number): ListedOrder[] =>
  orders.filter(({ changedAt }) => changedAt >= newestChange - OVERLAP_MS);

const cursorOf = (book: OrderBook): Cursor => ({
  origin: digestOf(book.orders.at(-1)?.id ?? ''),
  newestChange: book.newestChange,
  recent: digestOfWrites(changedFrom(book, book.newestChange)),
  after: null,
});

const toText = ({ origin, newestChange, recent, after }: Cursor): string =>
  [origin, newestChange, recent, ...(after ? [after.createdAt, after.number] : [])].join('.');

const CURSOR = /^(?<origin>[\w-]{12})\.(?<newestChange>\d{1,15})\.(?<recent>[\w-]{12})(?:\.(?<createdAt>\d{1,15})\.(?<number>\d{8}))?$/;

const parseCursor = (text: string): Cursor | null => {
  const { origin, newestChange, recent, createdAt, number } = CURSOR.exec(text)?.groups ?? {};
  if (origin === undefined || newestChange === undefined || recent === undefined) return null;
  const after = createdAt === undefined || number === undefined ? null : { createdAt: Number(createdAt), number };
  return { origin, newestChange: Number(newestChange), recent, after };
};

export const newestFirst = (one: Position, other: Position): number =>
  other.createdAt - one.createdAt || (other.number < one.number ? -1 : other.number > one.number ? 1 : 0);

/** The next orders of a list that is being loaded. They are behind the last sent one, whatever changes meanwhile. */
const pageOf = ({ book, base, size }: { book: OrderBook; base: Cursor; size: number }): Omit<OrderChangeSet, 'isRestart'> => {
  const { after } = base;
  const found = after ? book.orders.findIndex((order) => newestFirst(after, order) < 0) : 0;
  const start = found === -1 ? book.orders.length : found;
  const orders = book.orders.slice(start, start + size);
  const last = orders.at(-1);
  const isLast = last === undefined || start + size >= book.orders.length;
  const next: Cursor = { ...base, after: isLast ? null : { createdAt: last.createdAt, number: last.number } };
  // What changed while the pages were read comes with the next request.
  const hasMore = !isLast || toText(next) !== toText(cursorOf(book));
  return { cursor: toText(next), orders, hasMore, total: book.orders.length };
};

/**
 * What a caller with this cursor misses. Cursors contain everything that is needed, so any replica can continue what another one began. A cursor
 * that is unknown here, for example of another database or of one that was restored, begins a new list. A deleted order leaves no write, so the
 * caller compares its number of orders with `total`.
 */
export const changesSince = (book: OrderBook, since: string): OrderChangeSet => {
  const current = cursorOf(book);
  const cursor = parseCursor(since);
  const restart = (): OrderChangeSet => ({ ...pageOf({ book, base: current, size: FIRST_PAGE }), isRestart: true });
  if (cursor === null || cursor.origin !== current.origin || cursor.newestChange > current.newestChange) return restart();
  if (cursor.after) return { ...pageOf({ book, base: cursor, size: PAGE }), isRestart: false };

  const changed = changedFrom(book, cursor.newestChange);
  const known = { isRestart: false, hasMore: false, total: book.orders.length };
  if (digestOfWrites(changed) === cursor.recent) return { ...known, cursor: since, orders: [] };
  return changed.length > PAGE ? restart() : { ...known, cursor: toText(current), orders: changed };
};
