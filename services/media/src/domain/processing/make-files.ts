import type { MediaDeps } from '../deps.ts';
import type { MediaRecord, ProcessedMedia, StoredFile } from '../library/media.ts';
import { type Picture, storePicture } from '../library/pictures.ts';
import type { VideoMetadata } from './videos.ts';

type Input = { media: MediaRecord; signal: AbortSignal };

const PROBE_TIMEOUT_MS = 30_000;
/** The very first frame is often black. */
const STILL_AT_SECONDS = 1;

/** Makes the derived files of an original and reads its metadata. Throws when it was interrupted, by the signal or otherwise. */
export const makeFiles = (deps: MediaDeps, input: Input): Promise<ProcessedMedia> =>
  input.media.type === 'image' ? processImage(deps, input) : processVideo(deps, input);

const processImage = async (deps: MediaDeps, { media: { id: mediaId, original }, signal }: Input): Promise<ProcessedMedia> => {
  const pictures = await deps.storage.withLocalFile({ key: original.key, signal }, (path) => deps.images.resize(path, signal));
  const variants = await storePictures(deps, { mediaId, pictures });
  return { variants, poster: null, preview: null, durationSeconds: null, reading: null, width: original.width, height: original.height };
};

/** An unreadable video is kept, without a poster and a preview. */
const processVideo = (deps: MediaDeps, { media: { id: mediaId, original, category }, signal }: Input): Promise<ProcessedMedia> =>
  deps.storage.withLocalFile({ key: original.key, signal }, async (path) => {
    const { reading, metadata } = await deps.videos.probe({ path, timeoutMs: PROBE_TIMEOUT_MS, signal });
    const read = {
      width: metadata?.width ?? null,
      height: metadata?.height ?? null,
      durationSeconds: metadata?.durationSeconds ?? null,
      reading: category === 'finished' ? reading : null,
    };
    if (category === 'finished') {
      return { ...read, variants: [], ...(await makePreviewAndPoster(deps, { mediaId, path, metadata, signal })) };
    }
    const atSeconds = Math.min(STILL_AT_SECONDS, (metadata?.durationSeconds ?? 0) / 2);
    const still = metadata ? await deps.videos.still({ path, atSeconds, signal }) : undefined;
    if (!still) return { ...read, variants: [], poster: null, preview: null };
    const variants = await storePictures(deps, { mediaId, pictures: await deps.images.resize(still, signal) });
    return { ...read, variants, poster: variants.at(-1) ?? null, preview: null };
  });

const makePreviewAndPoster = async (
  { images: { watermark }, videos, storage }: MediaDeps,
  { mediaId, path, metadata, signal }: { mediaId: string; path: string; metadata: VideoMetadata | null; signal: AbortSignal },
): Promise<Pick<ProcessedMedia, 'preview' | 'poster'>> => {
  if (!metadata) return { preview: null, poster: null };
  const preview = await videos.preview({ path, metadata, watermark, signal });
  const poster = await videos.poster({ path, metadata, watermark, signal });
  const store = async (picture: Picture | undefined): Promise<StoredFile | null> =>
    picture ? storePicture(storage, { mediaId, picture }) : null;
  return { preview: await store(preview), poster: await store(poster) };
};

const storePictures = async (
  { storage }: MediaDeps,
  { mediaId, pictures }: { mediaId: string; pictures: Picture[] },
): Promise<StoredFile[]> => {
  const stored: StoredFile[] = [];
  for (const picture of pictures) stored.push(await storePicture(storage, { mediaId, picture }));
  return stored;
};
