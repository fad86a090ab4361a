import type { MediaDeps } from '../deps.ts';
import type { ProcessedMedia, ProcessingClaim } from '../library/media.ts';
import { refreshCover } from '../library/refresh-cover.ts';
import { renewLease } from '../renew-lease.ts';
import { makeFiles } from './make-files.ts';

/** The claim of a crashed process expires after this time. A live process renews its claim. */
const LEASE_MS = 60_000;
/** Counted when an attempt starts, so that a medium that crashes its process is not retried forever. */
const MAX_ATTEMPTS = 3;

/**
 * Processes one medium that is due: web-sized pictures, stills, previews, video metadata. When the signal aborts, or the claim is lost, the
 * medium stays unprocessed and the attempt does not count. False when no medium is due or the signal is aborted.
 */
export const processNext = async (
  deps: MediaDeps,
  { signal, leaseMs = LEASE_MS }: { signal: AbortSignal; leaseMs?: number },
): Promise<boolean> => {
  if (signal.aborted) return false;
  await failExhausted(deps);
  const takenAt = Date.now();
  const claim = await deps.media.claimProcessing({ now: deps.now(), until: leaseEnd(deps, leaseMs), attempts: MAX_ATTEMPTS });
  if (!claim) return false;
  const { media, token } = claim;
  const claimLost = new AbortController();
  const interrupted = AbortSignal.any([signal, claimLost.signal]);
  const stopRenewal = renewLease({
    leaseMs,
    everyMs: leaseMs / 4,
    takenAt,
    extend: () => deps.media.extendProcessing({ id: media.id, token, until: leaseEnd(deps, leaseMs) }),
    onLost: () => claimLost.abort(new Error('Processing claim lost')),
  });
  try {
    await finish(deps, { claim, processed: await makeFiles(deps, { media, signal: interrupted }) });
  } catch (err) {
    if (interrupted.aborted) await deps.media.releaseProcessing({ id: media.id, token, now: deps.now() });
    else await fail(deps, { claim, err });
  } finally {
    stopRenewal();
  }
  return true;
};

const leaseEnd = ({ now }: MediaDeps, leaseMs: number): Date => new Date(now().getTime() + leaseMs);

const failExhausted = async ({ media, now, log }: MediaDeps): Promise<void> => {
  const exhausted = { now: now(), attempts: MAX_ATTEMPTS };
  const ids = await media.listExhausted(exhausted);
  if (ids.length === 0) return;
  const failed = await media.failExhaustedProcessing({ ids, ...exhausted });
  if (failed > 0) log({ media: failed }, 'Media processing given up after repeated crashes');
};

const finish = async (
  deps: MediaDeps,
  { claim: { media, token }, processed }: { claim: ProcessingClaim; processed: ProcessedMedia },
): Promise<void> => {
  // False: the medium was deleted in the meantime, or another process has the claim.
  if (!(await deps.media.finishProcessing({ id: media.id, token, processed }))) await removePictures(deps, processed);
  if (media.category !== 'finished') await refreshCover(deps, media.contestId);
};

const fail = async (
  deps: MediaDeps,
  { claim: { media, token, attempt }, err }: { claim: ProcessingClaim; err: unknown },
): Promise<void> => {
  const retryAt = attempt < MAX_ATTEMPTS ? new Date(deps.now().getTime() + deps.processingRetryMs * attempt) : null;
  deps.log({ err, mediaId: media.id, attempt }, 'Media processing failed');
  await deps.media.failProcessing({ id: media.id, token, retryAt });
};

const removePictures = async ({ storage }: MediaDeps, { variants, preview, poster }: ProcessedMedia): Promise<void> => {
  for (const file of [...variants, preview, poster]) if (file) await storage.remove(file.key);
};
