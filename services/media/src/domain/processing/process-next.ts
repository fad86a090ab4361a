import { refreshCover } from '../library/refresh-cover.ts';
import type { MediaDeps, Processed, ProcessingClaim } from '../ports.ts';
import { makeFiles } from './make-files.ts';

type Deps = Pick<MediaDeps, 'media' | 'contests' | 'storage' | 'images' | 'videos' | 'now' | 'log' | 'processingRetryMs'>;

/** Longer than any one takes; a dead process's claim ends with it. */
const LEASE_MS = 300_000;
const ATTEMPTS = 3;

/**
 * Makes what one medium waits for: web-sized pictures, a video's still and facts. Whoever is stopped by the signal leaves the medium as it
 * was. False when none waits.
 */
export const processNext = async (deps: Deps, { signal }: { signal: AbortSignal }): Promise<boolean> => {
  const claim = await deps.media.claimProcessing({ now: deps.now(), leaseMs: LEASE_MS });
  if (!claim) return false;
  try {
    await finish(deps, { claim, processed: await makeFiles(deps, { media: claim.media, signal }) });
  } catch (err) {
    if (signal.aborted) await deps.media.releaseProcessing({ id: claim.media.id, token: claim.token, now: deps.now() });
    else await fail(deps, { claim, err });
  }
  return true;
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
