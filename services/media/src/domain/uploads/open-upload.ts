import { randomUUID } from 'node:crypto';
import { CHUNK_BYTES, MAX_CHUNKS, type OpenUpload } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'media' | 'storage' | 'catalog' | 'contests' | 'room' | 'now'>;

/**
 * Makes room for a file and says by what id its chunks are sent.
 * @throws AppError NotFound without such a contest, FileTooLarge, StorageFull, StorageQuotaExceeded
 */
export const openUpload = async (deps: Deps, { contestId, file }: { contestId: string; file: OpenUpload }): Promise<UploadRecord> => {
  const { uploads, storage, now } = deps;
  if (file.totalChunks > MAX_CHUNKS || file.fileSize > MAX_CHUNKS * CHUNK_BYTES) throw new AppError('FileTooLarge');
  await requireContest(deps, { contestId, file });
  await requireFreeSpace(deps, file.fileSize);

  const { fileName, fileSize, mediaType, totalChunks, category, lineId = null, sha256 = null } = file;
  const time = now();
  const id = randomUUID();
  const upload: UploadRecord = {
    ...{ id, contestId, fileName, fileSize, mediaType, totalChunks, category, lineId, sha256 },
    ...{ storageHandle: null, state: 'open', checkId: null, refusal: null, media: null },
    ...{ isSettled: false, createdAt: time, touchedAt: time },
  };
  // The bytes first: without a record they are swept, while a record without bytes would promise what is not there.
  const storageHandle = await storage.begin({ key: id, size: fileSize });
  await uploads.insert({ ...upload, storageHandle });
  await keepQuota(deps, { ...upload, storageHandle });
  return { ...upload, storageHandle };
};

/** A finished video was paid for: it is taken even after its contest is gone. */
const requireContest = async ({ catalog, contests }: Deps, { contestId, file }: { contestId: string; file: OpenUpload }): Promise<void> => {
  if (file.category === 'finished') return;
  const { isDeleted } = await contests.find(contestId);
  if (isDeleted || !(await catalog.find(contestId))) throw new AppError('NotFound');
};

/** What open uploads have written is gone from the free space already; the rest of them is still to come. */
const requireFreeSpace = async ({ storage, uploads, chunks, room }: Deps, size: number): Promise<void> => {
  const { ids, bytes } = await uploads.open();
  const toCome = Math.max(0, bytes - (await chunks.storedBytes(ids)));
  // Last, so that what arrives meanwhile is counted twice rather than not at all.
  const free = await storage.freeBytes();
  if (free !== undefined && free - room.reserveBytes - toCome < size) throw new AppError('StorageFull');
};

/** Counted with the new upload in: two that meet are refused both rather than let in both. */
const keepQuota = async ({ uploads, media, storage, room }: Deps, { id, storageHandle }: UploadRecord): Promise<void> => {
  if (room.quotaBytes === 0) return;
  const [promised, stored] = await Promise.all([uploads.open(), media.storedBytes()]);
  if (promised.bytes + stored <= room.quotaBytes) return;
  await uploads.remove(id);
  await storage.abandon({ key: id, handle: storageHandle });
  throw new AppError('StorageQuotaExceeded');
};
