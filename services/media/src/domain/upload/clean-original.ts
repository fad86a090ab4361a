import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CHUNK_BYTES, CHUNK_STORE_SECONDS } from '@stagereel/contracts';
import type { MediaDeps } from '../deps.ts';
import type { StoredFile } from '../library/media.ts';
import { storePicture } from '../library/pictures.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * Stores a copy of a cover or a sample that is fit for the public: without what cameras, phones and programs wrote into the file, such as the place
 * and the device. Undefined for a picture that cannot be decoded. A video that ffmpeg cannot read stays as it is.
 */
export const cleanOriginal = (deps: MediaDeps, original: StoredFile): Promise<StoredFile | undefined> =>
  deps.storage.withLocalFile({ key: original.key }, async (path) => {
    if (original.contentType.startsWith('image/')) {
      const picture = await deps.images.cleanOriginal(path);
      return picture && storePicture(deps.storage, { mediaId: original.key, picture });
    }
    return deps.videos.withCleanCopy({ path, extension: original.extension }, (copy) =>
      copy === undefined ? Promise.resolve(original) : storeCopy(deps.storage, { original, path: copy }),
    );
  });

const storeCopy = async (storage: Storage, { original, path }: { original: StoredFile; path: string }): Promise<StoredFile> => {
  const { size } = await stat(path);
  const sha256 = createHash('sha256');
  for await (const bytes of createReadStream(path)) sha256.update(bytes);

  // In chunks as an upload, because a video may not fit into memory.
  const key = `${original.key}.${randomBytes(8).toString('hex')}`;
  const handle = await storage.begin({ key, size });
  const receipts: (string | null)[] = [];
  for (let offset = 0; offset < size; offset += CHUNK_BYTES) {
    const end = Math.min(size, offset + CHUNK_BYTES);
    const body = createReadStream(path, { start: offset, end: end - 1 });
    const chunk = {
      key,
      handle,
      index: receipts.length,
      offset,
      size: end - offset,
      body,
      signal: AbortSignal.timeout(CHUNK_STORE_SECONDS * 1000),
    };
    receipts.push((await storage.writeChunk(chunk)).receipt);
  }
  if ((await storage.finish({ key, handle, size, receipts })) === 'damaged') throw new Error(`Stored object ${key} is damaged`);
  return { ...original, key, size, hash: sha256.digest('hex') };
};
