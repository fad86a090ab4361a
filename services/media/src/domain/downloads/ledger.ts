import { DOWNLOAD_TIMES_SENT, type GiveBack, type Reserve, type Span } from '@stagereel/contracts';

/** A part that was counted and is on its way. */
export type Reservation = {
  id: string;
  span: Span;
  /** What of it leaves for the first time. */
  fresh: readonly Span[];
};

/** What left of one file for one claim, in bytes. */
export type Ledger = {
  size: number;
  /** All that left, repeats included. */
  used: number;
  /** What left at least once: in order, and never touching each other. */
  sent: readonly Span[];
  /** What may still be given back. */
  open: readonly Reservation[];
};

/** A program that loads a file in any order leaves fewer gaps; a ledger of so many parts is still quickly read and written. */
export const MOST_PARTS = 1000;
/** Thirty connections have no more under way. What is forgotten counts as sent. */
const MOST_OPEN = 64;

const lengthOf = ({ start, end }: Span): number => end - start + 1;
const total = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0);

export const emptyLedger = (size: number): Ledger => ({ size, used: 0, sent: [], open: [] });

/** What of a span lies in none of the others. */
const without = (span: Span, others: readonly Span[]): Span[] => {
  const left: Span[] = [];
  let start = span.start;
  for (const other of others) {
    if (other.end < start) continue;
    if (other.start > span.end) break;
    if (other.start > start) left.push({ start, end: other.start - 1 });
    start = other.end + 1;
  }
  if (start <= span.end) left.push({ start, end: span.end });
  return left;
};

const withSpan = (spans: readonly Span[], span: Span): Span[] => {
  const apart = spans.filter(({ start, end }) => end + 1 < span.start || start > span.end + 1);
  const touching = spans.filter(({ start, end }) => end + 1 >= span.start && start <= span.end + 1);
  const start = Math.min(span.start, ...touching.map((each) => each.start));
  const end = Math.max(span.end, ...touching.map((each) => each.end));
  return [...apart, { start, end }].sort((one, other) => one.start - other.start);
};

/**
 * Whether a span may leave. Of the bytes allowed, as many as never left are kept back for them: however often one part is asked for,
 * every other can still be had once. So a customer who goes on where a download broke off always comes to the end.
 */
const fits = ({ size, used, sent }: Ledger, span: Span): boolean => {
  const neverSent = size - total(sent) - total(without(span, sent));
  return used + lengthOf(span) + neverSent <= DOWNLOAD_TIMES_SENT * size;
};

/** What would have to be written down if all that is on its way broke off. */
const partsOf = ({ sent, open }: Ledger): number => open.reduce((parts, { fresh }) => parts + fresh.length, sent.length);

/** Only a part that begins where nothing has left before makes more parts of the file, wherever it ends or breaks off. */
const beginsApart = ({ sent }: Ledger, { start: position }: Span): boolean =>
  position > 0 && !sent.some(({ start, end }) => start <= position && position <= end + 1);

/**
 * Why a span may not leave; null when it may. Who loads a file in too many parts at once can still have all of it: from the beginning, and by
 * going on where a part ended.
 */
export const refusalOf = (ledger: Ledger, span: Span): 'DownloadBytesSpent' | 'DownloadTooManyParts' | null => {
  if (!fits(ledger, span)) return 'DownloadBytesSpent';
  return beginsApart(ledger, span) && partsOf(ledger) >= MOST_PARTS ? 'DownloadTooManyParts' : null;
};

/** Room is made at the cost of what has the least to give back. */
const withinMost = (open: readonly Reservation[]): readonly Reservation[] => {
  if (open.length <= MOST_OPEN) return open;
  const least = open.reduce((one, other) => (lengthOf(other.span) < lengthOf(one.span) ? other : one));
  return open.filter((each) => each !== least);
};

/** The ledger with a span that is about to leave; null when it may not. The same once more changes nothing. */
export const reserve = (ledger: Ledger, { id, done, start, end }: Reserve): Ledger | null => {
  if (ledger.open.some((each) => each.id === id)) return ledger;
  const span = { start, end };
  if (refusalOf(ledger, span)) return null;
  const { size, used, sent } = ledger;
  const open = [...ledger.open.filter((each) => each.id !== done), { id, span, fresh: without(span, sent) }];
  return { size, used: used + lengthOf(span), sent: withSpan(sent, span), open: withinMost(open) };
};

/** The ledger without the part of a reservation, from `from` to its end, that never left. The same once more changes nothing. */
export const giveBack = (ledger: Ledger, { id, from }: GiveBack): Ledger => {
  const { size, used, sent, open } = ledger;
  const reservation = open.find((each) => each.id === id);
  if (!reservation) return ledger;
  const first = Math.max(from, reservation.span.start);
  const fresh = reservation.fresh.flatMap(({ start, end }) => (end < first ? [] : [{ start: Math.max(start, first), end }]));
  return {
    size,
    used: used - Math.max(0, reservation.span.end + 1 - first),
    sent: sent.flatMap((span) => without(span, fresh)),
    open: open.filter((each) => each !== reservation),
  };
};
