import { storePicture } from '../library/store-picture.ts';
import type { MediaDeps, Picture, Processed, VideoFacts } from '../ports.ts';
import type { MediaRecord, StoredFile } from '../records.ts';

type Deps = Pick<MediaDeps, 'storage' | 'images' | 'videos'>;
type Making = { media: MediaRecord; signal: AbortSignal };

const PROBE_MS = 30_000;
/** A still of the very beginning is often black. */
const STILL_AT_SECONDS = 1;

/** Makes of an original what is shown in its place, and finds out about it. Throws when it was interrupted, by the signal or by others. */
export const makeFiles = (deps: Deps, making: Making): Promise<Processed> =>
  making.media.type === 'image' ? makeOfImage(deps, making) : makeOfVideo(deps, making);

const makeOfImage = async (deps: Deps, { media: { id: mediaId, original }, signal }: Making): Promise<Processed> => {
  const pictures = await deps.storage.withLocalFile({ key: original.key, signal }, (path) => deps.images.resize(path, signal));
  const variants = await storePictures(deps, { mediaId, pictures });
  return { variants, poster: null, preview: null, durationSeconds: null, reading: null, width: original.width, height: original.height };
};

/** A video that nobody here can look into stays as it is: it plays without a poster. */
const makeOfVideo = (deps: Deps, { media: { id: mediaId, original, category }, signal }: Making): Promise<Processed> =>
  deps.storage.withLocalFile({ key: original.key, signal }, async (path) => {
    const { reading, facts } = await deps.videos.probe({ path, timeoutMs: PROBE_MS, signal });
    const seen = { width: facts?.width ?? null, height: facts?.height ?? null, durationSeconds: facts?.durationSeconds ?? null };
    const found = { ...seen, reading: category === 'finished' ? reading : null };
    if (category === 'finished')
      return { ...found, variants: [], poster: null, preview: await makePreview(deps, { mediaId, path, facts, signal }) };
    const atSeconds = Math.min(STILL_AT_SECONDS, (facts?.durationSeconds ?? 0) / 2);
    const still = facts ? await deps.videos.still({ path, atSeconds, signal }) : undefined;
    if (!still) return { ...found, variants: [], poster: null, preview: null };
    const variants = await storePictures(deps, { mediaId, pictures: await deps.images.resize(still, signal) });
    return { ...found, variants, poster: variants.at(-1) ?? null, preview: null };
  });

/** What the customer may look at before the video is claimed; who has the finished video itself has no need of it. */
const makePreview = async (
  deps: Deps,
  { mediaId, path, facts, signal }: { mediaId: string; path: string; facts: VideoFacts | null; signal: AbortSignal },
): Promise<StoredFile | null> => {
  const { watermark } = deps.images;
  const preview = facts && (await deps.videos.preview({ path, shown: facts, watermark, signal }));
  return preview ? storePicture(deps, { mediaId, picture: preview }) : null;
};

const storePictures = async (deps: Deps, { mediaId, pictures }: { mediaId: string; pictures: Picture[] }): Promise<StoredFile[]> => {
  const stored: StoredFile[] = [];
  for (const picture of pictures) stored.push(await storePicture(deps, { mediaId, picture }));
  return stored;
};
