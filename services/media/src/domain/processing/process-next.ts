import { refreshCover } from '../library/refresh-cover.ts';
import { storePicture } from '../library/store-picture.ts';
import type { MediaDeps, Picture, Processed, VideoFacts } from '../ports.ts';
import type { MediaRecord, StoredFile } from '../records.ts';

type Deps = Pick<MediaDeps, 'media' | 'contests' | 'storage' | 'images' | 'videos' | 'now' | 'log' | 'processingRetryMs'>;

/** Longer than any one takes; a dead process's claim ends with it. */
const LEASE_MS = 300_000;
const ATTEMPTS = 3;
const PROBE_MS = 30_000;
/** A still of the very beginning is often black. */
const STILL_AT_SECONDS = 1;

/** Makes what one medium waits for: web-sized pictures, a video's still and facts. False when none waits. */
export const processNext = async (deps: Deps): Promise<boolean> => {
  const claim = await deps.media.claimProcessing({ now: deps.now(), leaseMs: LEASE_MS });
  if (!claim) return false;
  const { media, token, attempt } = claim;
  try {
    const processed = await makeFrom(deps, media);
    if (!(await deps.media.finishProcessing({ id: media.id, token, processed }))) await removePictures(deps, processed);
    if (media.category === 'cover-image') await refreshCover(deps, media.contestId);
  } catch (err) {
    const retryAt = attempt < ATTEMPTS ? new Date(deps.now().getTime() + deps.processingRetryMs * attempt) : null;
    deps.log({ err, mediaId: media.id, attempt }, 'a medium could not be processed');
    await deps.media.failProcessing({ id: media.id, token, retryAt });
  }
  return true;
};

const makeFrom = (deps: Deps, media: MediaRecord): Promise<Processed> =>
  media.type === 'image' ? processImage(deps, media) : processVideo(deps, media);

const processImage = async (deps: Deps, { id: mediaId, original }: MediaRecord): Promise<Processed> => {
  const pictures = await deps.storage.withLocalFile(original.key, deps.images.resize);
  const variants = await storePictures(deps, { mediaId, pictures });
  return { variants, poster: null, preview: null, durationSeconds: null, reading: null, width: original.width, height: original.height };
};

/** A video that nobody here can look into stays as it is: it plays without a poster. */
const processVideo = (deps: Deps, { id: mediaId, original, category }: MediaRecord): Promise<Processed> =>
  deps.storage.withLocalFile(original.key, async (path) => {
    const { reading, facts } = await deps.videos.probe({ path, timeoutMs: PROBE_MS });
    const seen = { width: facts?.width ?? null, height: facts?.height ?? null, durationSeconds: facts?.durationSeconds ?? null };
    const found = { ...seen, reading: category === 'finished' ? reading : null };
    if (category === 'finished')
      return { ...found, variants: [], poster: null, preview: await makePreview(deps, { mediaId, path, facts }) };
    const atSeconds = Math.min(STILL_AT_SECONDS, (facts?.durationSeconds ?? 0) / 2);
    const still = facts ? await deps.videos.still({ path, atSeconds }) : undefined;
    if (!still) return { ...found, variants: [], poster: null, preview: null };
    const variants = await storePictures(deps, { mediaId, pictures: await deps.images.resize(still) });
    return { ...found, variants, poster: variants.at(-1) ?? null, preview: null };
  });

/** What the customer may look at before the video is claimed; who has the finished video itself has no need of it. */
const makePreview = async (
  deps: Deps,
  { mediaId, path, facts }: { mediaId: string; path: string; facts: VideoFacts | null },
): Promise<StoredFile | null> => {
  const { watermark } = deps.images;
  const preview = facts && (await deps.videos.preview({ path, shown: facts, watermark }));
  return preview ? storePicture(deps, { mediaId, picture: preview }) : null;
};

const storePictures = async (deps: Deps, { mediaId, pictures }: { mediaId: string; pictures: Picture[] }): Promise<StoredFile[]> => {
  const stored: StoredFile[] = [];
  for (const picture of pictures) stored.push(await storePicture(deps, { mediaId, picture }));
  return stored;
};

/** The medium was deleted meanwhile, or somebody else was faster. */
const removePictures = async ({ storage }: Deps, { variants, preview }: Processed): Promise<void> => {
  for (const file of [...variants, preview]) if (file) await storage.remove(file.key);
};
