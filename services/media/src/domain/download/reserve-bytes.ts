import type { Span } from '@stagereel/contracts';
import { AppError, type ByteReservations, retryWhileNull } from '@stagereel/service-kit';
import { type ByteQuota, findQuotaRefusal, releaseReservation, reserveSpan } from './byte-quota.ts';
import { type ClaimRepository, type DownloadClaim, pageDetailsOf } from './claim.ts';

/** Reserves and releases bytes in the quota of a download claim, in the database. */
export type QuotaOf = (claimId: string) => ByteReservations;

type CachedQuota = Pick<DownloadClaim, 'revision' | 'quota'>;

/** Writes of one claim are serialized in this process, so a conflict means another process; more than a few in a row do not occur. */
const MAX_ATTEMPTS = 50;
const MAX_CACHED = 1000;
/**
 * A refused reservation is retried: the bytes that a broken connection had reserved but not received are released a moment later, and a
 * client that resumes immediately must not be refused because of them.
 */
const REFUSAL_RETRIES = { delaysMs: [100, 200, 400] };

/**
 * Accepts a range only if all of it may be sent: a response that stops in the middle would use up bytes for nothing.
 * `claim`: as just read from the database.
 * @throws AppError DownloadBytesSpent, DownloadTooManyParts
 */
export const requireQuota = async (
  { claims }: { claims: ClaimRepository },
  { claim, range }: { claim: DownloadClaim; range: Span },
): Promise<void> => {
  let justRead: DownloadClaim | undefined = claim;
  const result = await retryWhileNull(async () => {
    const current = justRead ?? (await claims.findActive(claim.claimId));
    justRead = undefined;
    const refusal = current ? findQuotaRefusal(current.quota, range) : 'DownloadBytesSpent';
    return refusal === 'DownloadBytesSpent' ? null : (refusal ?? 'accepted');
  }, REFUSAL_RETRIES);
  if (result !== 'accepted') throw new AppError(result ?? 'DownloadBytesSpent', { details: pageDetailsOf(claim) });
};

/**
 * Reserves and releases bytes in the quotas of download claims, with optimistic concurrency: every write names the revision it is based on.
 * The last written quota of each claim is cached, which saves a read for each reservation. A write that is based on an outdated revision fails;
 * the quota is then read again.
 */
export const createQuotas = (claims: ClaimRepository): QuotaOf => {
  const serialize = createKeyedMutex();
  const cache = new Map<string, CachedQuota>();

  const remember = (claimId: string, written: CachedQuota): void => {
    cache.delete(claimId);
    cache.set(claimId, written);
    const oldest = cache.size > MAX_CACHED ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
  };

  const tryUpdate = async (
    { claimId, current }: { claimId: string; current: CachedQuota },
    change: (quota: ByteQuota) => ByteQuota | null,
  ): Promise<'written' | 'refused' | 'conflict'> => {
    const quota = change(current.quota);
    if (!quota) return 'refused';
    const { revision } = current;
    if (!(await claims.saveQuota({ claimId, revision, quota }))) return 'conflict';
    remember(claimId, { revision: revision + 1, quota });
    return 'written';
  };

  /** True once the changed quota is stored; null when `change` refuses the stored quota, or the claim is not active. */
  const update = (claimId: string, change: (quota: ByteQuota) => ByteQuota | null): Promise<true | null> =>
    serialize(claimId, async () => {
      const cached = cache.get(claimId);
      if (cached && (await tryUpdate({ claimId, current: cached }, change)) === 'written') return true;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const current = await claims.findActive(claimId);
        const outcome = current ? await tryUpdate({ claimId, current }, change) : 'refused';
        if (outcome !== 'conflict') return outcome === 'written' || null;
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
