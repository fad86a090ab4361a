import { DOWNLOAD_TIMES_SENT, type GiveBack, type Reservation, type Span } from '@stagereel/contracts';

/** What left of one file for one claim, in bytes. */
export type Ledger = {
  size: number;
  /** All that left, repeats included. */
  used: number;
  /** What left at least once: in order, and never touching each other. */
  sent: readonly Span[];
};

const lengthOf = ({ start, end }: Span): number => end - start + 1;
const total = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0);

export const emptyLedger = (size: number): Ledger => ({ size, used: 0, sent: [] });

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
export const fits = ({ size, used, sent }: Ledger, span: Span): boolean => {
  const neverSent = size - total(sent) - total(without(span, sent));
  return used + lengthOf(span) + neverSent <= DOWNLOAD_TIMES_SENT * size;
};

/** The ledger with a span that is about to leave; null when it may not. */
export const reserve = (ledger: Ledger, span: Span): { ledger: Ledger; reservation: Reservation } | null => {
  if (!fits(ledger, span)) return null;
  const { size, used, sent } = ledger;
  return {
    ledger: { size, used: used + lengthOf(span), sent: withSpan(sent, span) },
    reservation: { span, fresh: without(span, sent) },
  };
};

/** The ledger without the part of a reservation, from `from` to its end, that never left. */
export const giveBack = (ledger: Ledger, { reservation, from }: GiveBack): Ledger => {
  const { size, used, sent } = ledger;
  const unsent = { start: from, end: reservation.span.end };
  if (unsent.start > unsent.end) return ledger;
  const fresh = reservation.fresh.flatMap(({ start, end }) => (end < from ? [] : [{ start: Math.max(start, from), end }]));
  return { size, used: used - lengthOf(unsent), sent: sent.flatMap((span) => without(span, fresh)) };
};
