import { refreshCover } from '../library/refresh-cover.ts';
import type { MediaDeps, Processed, ProcessingClaim } from '../ports.ts';
import { renewLease } from '../renew-lease.ts';
import { makeFiles } from './make-files.ts';

type Deps = Pick<MediaDeps, 'media' | 'contests' | 'storage' | 'images' | 'videos' | 'now' | 'log' | 'processingRetryMs'>;

/** A dead process's claim ends with it; a living one renews it for as long as its work takes. */
const LEASE_MS = 60_000;
/** Counted when it is begun: what brings its process down each time is not tried for ever. */
const ATTEMPTS = 3;

type Processing = {
  /** Ends the work. */
  signal: AbortSignal;
  leaseMs?: number;
};

/**
 * Makes what one medium waits for: web-sized pictures, a video's still and facts. Whoever is stopped by the signal, or loses the claim,
 * leaves the medium as it was. False when none waits.
 */
export const processNext = async (deps: Deps, { signal, leaseMs = LEASE_MS }: Processing): Promise<boolean> => {
  await endSpent(deps);
  const takenAt = Date.now();
  const claim = await deps.media.claimProcessing({ now: deps.now(), until: leaseEnd(deps, leaseMs), attempts: ATTEMPTS });
  if (!claim) return false;
  const { media, token } = claim;
  const losing = new AbortController();
  const ending = AbortSignal.any([signal, losing.signal]);
  const endRenewal = renewLease({
    leaseMs,
    everyMs: leaseMs / 4,
    takenAt,
    extend: () => deps.media.extendProcessing({ id: media.id, token, until: leaseEnd(deps, leaseMs) }),
    // The medium is gone, or somebody else's, or the database is away.
    onLost: () => losing.abort(new Error('the claim was lost')),
  });
  try {
    await finish(deps, { claim, processed: await makeFiles(deps, { media, signal: ending }) });
  } catch (err) {
    if (ending.aborted) await deps.media.releaseProcessing({ id: media.id, token, now: deps.now() });
    else await fail(deps, { claim, err });
  } finally {
    endRenewal();
  }
  return true;
};

const leaseEnd = ({ now }: Deps, leaseMs: number): Date => new Date(now().getTime() + leaseMs);

/** Whoever tried them last did not live to say so. */
const endSpent = async ({ media, now, log }: Deps): Promise<void> => {
  const ended = await media.endProcessing({ now: now(), attempts: ATTEMPTS });
  if (ended > 0) log({ media: ended }, 'media brought their process down each time and are given up');
};

const finish = async (
  deps: Deps,
  { claim: { media, token }, processed }: { claim: ProcessingClaim; processed: Processed },
): Promise<void> => {
  if (!(await deps.media.finishProcessing({ id: media.id, token, processed }))) await removePictures(deps, processed);
  if (media.category === 'cover-image') await refreshCover(deps, media.contestId);
};

const fail = async (deps: Deps, { claim: { media, token, attempt }, err }: { claim: ProcessingClaim; err: unknown }): Promise<void> => {
  const retryAt = attempt < ATTEMPTS ? new Date(deps.now().getTime() + deps.processingRetryMs * attempt) : null;
  deps.log({ err, mediaId: media.id, attempt }, 'a medium could not be processed');
  await deps.media.failProcessing({ id: media.id, token, retryAt });
};

/** The medium was deleted meanwhile, or somebody else was faster. */
const removePictures = async ({ storage }: Deps, { variants, preview }: Processed): Promise<void> => {
  for (const file of [...variants, preview]) if (file) await storage.remove(file.key);
};
