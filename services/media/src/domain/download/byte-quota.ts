import { DOWNLOAD_QUOTA_FACTOR, type ReleaseBytes, type ReserveBytes, type Span } from '@stagereel/contracts';
import { AppError, type ByteReservations, retryWhileNull } from '@stagereel/service-kit';

/** A span that was reserved and is being sent. */
type Reservation = {
  id: string;
  span: Span;
  /** The parts of the span that were never sent before. */
  fresh: readonly Span[];
};

/** The byte quota of one claim for one file. All numbers are bytes. */
export type ByteQuota = {
  size: number;
  /** All bytes sent or reserved, repeats included. */
  used: number;
  /** What was sent at least once: sorted, without touching or overlapping spans. */
  sent: readonly Span[];
  /** Reservations that can still be released. */
  open: readonly Reservation[];
};

/** Download managers that load parts in any order leave fewer gaps than this, and a quota of this size is fast to read and write. */
export const MAX_PARTS = 1000;
/** More than thirty connections have open at once. The smallest reservation above this limit counts as sent. */
const MAX_OPEN_RESERVATIONS = 64;

const lengthOf = ({ start, end }: Span): number => end - start + 1;
const totalLength = (spans: readonly Span[]): number => spans.reduce((sum, span) => sum + lengthOf(span), 0);

export const newQuota = (size: number): ByteQuota => ({ size, used: 0, sent: [], open: [] });

/** The parts of a span that are in none of the others. */
const subtract = (span: Span, others: readonly Span[]): Span[] => {
  const rest: Span[] = [];
  let start = span.start;
  for (const other of others) {
    if (other.end < start) continue;
    if (other.start > span.end) break;
    if (other.start > start) rest.push({ start, end: other.start - 1 });
    start = other.end + 1;
  }
  if (start <= span.end) rest.push({ start, end: span.end });
  return rest;
};

const merge = (spans: readonly Span[], span: Span): Span[] => {
  const apart = spans.filter(({ start, end }) => end + 1 < span.start || start > span.end + 1);
  const touching = spans.filter(({ start, end }) => end + 1 >= span.start && start <= span.end + 1);
  const start = Math.min(span.start, ...touching.map((each) => each.start));
  const end = Math.max(span.end, ...touching.map((each) => each.end));
  return [...apart, { start, end }].sort((one, other) => one.start - other.start);
};

/**
 * Bytes that were never sent stay reserved for their first transfer: however often one part is requested, every other part can still be
 * downloaded once. A customer who resumes where a download stopped can therefore always finish it.
 */
const fits = ({ size, used, sent }: ByteQuota, span: Span): boolean => {
  const neverSent = size - totalLength(sent) - totalLength(subtract(span, sent));
  return used + lengthOf(span) + neverSent <= DOWNLOAD_QUOTA_FACTOR * size;
};

/** The number of spans in `sent` if all open reservations were released. */
const countParts = ({ sent, open }: ByteQuota): number => open.reduce((parts, { fresh }) => parts + fresh.length, sent.length);

/** Only a span that starts neither at 0 nor inside or right after a sent one can increase the number of parts. */
const startsNewPart = ({ sent }: ByteQuota, { start: position }: Span): boolean =>
  position > 0 && !sent.some(({ start, end }) => start <= position && position <= end + 1);

/**
 * Why a span may not be sent; null when it may. A client that requests too many separate parts can still download the whole file from its
 * beginning, or by resuming where a part ended.
 */
export const findQuotaRefusal = (quota: ByteQuota, span: Span): 'DownloadBytesSpent' | 'DownloadTooManyParts' | null => {
  if (!fits(quota, span)) return 'DownloadBytesSpent';
  return startsNewPart(quota, span) && countParts(quota) >= MAX_PARTS ? 'DownloadTooManyParts' : null;
};

/** Whether too much was sent for another download of the whole file; one that was interrupted can still be resumed. */
export const isSpent = (quota: ByteQuota): boolean => !fits(quota, { start: 0, end: quota.size - 1 });

const dropSmallestAboveLimit = (open: readonly Reservation[]): readonly Reservation[] => {
  if (open.length <= MAX_OPEN_RESERVATIONS) return open;
  const smallest = open.reduce((one, other) => (lengthOf(other.span) < lengthOf(one.span) ? other : one));
  return open.filter((each) => each !== smallest);
};

/** Reserves a span; null when it may not be sent. Idempotent by reservation id. `done`: an earlier reservation that was sent completely. */
export const reserveSpan = (quota: ByteQuota, { id, done, start, end }: ReserveBytes): ByteQuota | null => {
  if (quota.open.some((each) => each.id === id)) return quota;
  const span = { start, end };
  if (findQuotaRefusal(quota, span)) return null;
  const { size, used, sent } = quota;
  const open = [...quota.open.filter((each) => each.id !== done), { id, span, fresh: subtract(span, sent) }];
  return { size, used: used + lengthOf(span), sent: merge(sent, span), open: dropSmallestAboveLimit(open) };
};

/** Closes a reservation and releases its bytes from position `from` on, which were not sent. Idempotent by reservation id. */
export const releaseReservation = (quota: ByteQuota, { id, from }: ReleaseBytes): ByteQuota => {
  const { size, used, sent, open } = quota;
  const reservation = open.find((each) => each.id === id);
  if (!reservation) return quota;
  const first = Math.max(from, reservation.span.start);
  const unsent = reservation.fresh.flatMap(({ start, end }) => (end < first ? [] : [{ start: Math.max(start, first), end }]));
  return {
    size,
    used: used - Math.max(0, reservation.span.end + 1 - first),
    sent: sent.flatMap((span) => subtract(span, unsent)),
    open: open.filter((each) => each !== reservation),
  };
};

/** Where the quotas of claims are stored. */
type QuotaStore = {
  /** Null when the claim was ended. */
  findActive: (claimId: string) => Promise<{ quota: ByteQuota; revision: number } | null>;
  /** False when the stored revision is a different one. */
  saveQuota: (input: { claimId: string; revision: number; quota: ByteQuota }) => Promise<boolean>;
};

/** Reserves and releases bytes in the quota of a download claim, in the database. */
export type QuotaOf = (claimId: string) => ByteReservations;

/** Writes of one claim are serialized in this process, so a conflict means another process; more than a few in a row do not occur. */
const MAX_ATTEMPTS = 50;
/**
 * A refused reservation is retried: the bytes that a broken connection had reserved but not received are released a moment later, and a
 * client that resumes immediately must not be refused because of them.
 */
export const REFUSAL_RETRIES = { delaysMs: [100, 200, 400] };

/**
 * Reserves and releases bytes in the quotas of download claims, with optimistic concurrency: every write names the revision that it is based on,
 * and is repeated when another process has written in the meantime.
 */
export const createQuotas = (claims: QuotaStore): QuotaOf => {
  const serialize = createKeyedMutex();

  /** True once the changed quota is stored; null when `change` refuses the stored quota, or the claim is not active. */
  const update = (claimId: string, change: (quota: ByteQuota) => ByteQuota | null): Promise<true | null> =>
    serialize(claimId, async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const current = await claims.findActive(claimId);
        const quota = current && change(current.quota);
        if (!current || !quota) return null;
        if (await claims.saveQuota({ claimId, revision: current.revision, quota })) return true;
      }
      throw new AppError('ServiceUnavailable', { cause: new Error(`Too many conflicting quota writes for claim ${claimId}`) });
    });

  return (claimId) => ({
    reserve: async (span) => (await retryWhileNull(() => update(claimId, (quota) => reserveSpan(quota, span)), REFUSAL_RETRIES)) ?? false,
    release: async (unsent) => {
      await update(claimId, (quota) => releaseReservation(quota, unsent));
    },
  });
};

/** Tasks with the same key run one after another, others concurrently. */
const createKeyedMutex = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, task: () => Promise<Result>): Promise<Result> => {
    const current = Promise.resolve(last.get(key)).then(task);
    const ended = current.catch(() => undefined);
    last.set(key, ended);
    try {
      return await current;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
};
