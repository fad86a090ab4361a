import { createHash, randomUUID } from 'node:crypto';
import { CHUNK_BYTES, MAX_CHUNKS, type OpenUpload } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { UploadRecord } from '../records.ts';
import { assertLineTakesVideo } from './assert-line.ts';
import { assertRoomFor } from './room.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'media' | 'storage' | 'catalog' | 'contests' | 'orders' | 'room' | 'now' | 'log'>;

/**
 * Makes room for a file and says by what id its chunks are sent. The same request meets the same upload, whatever has become of it.
 * @throws AppError NotFound without such a contest, FileTooLarge, StorageFull, StorageQuotaExceeded, and what assertLineTakesVideo throws
 */
export const openUpload = async (deps: Deps, { contestId, file }: { contestId: string; file: OpenUpload }): Promise<UploadRecord> => {
  const { uploads, storage, now } = deps;
  if (file.totalChunks > MAX_CHUNKS || file.fileSize > MAX_CHUNKS * CHUNK_BYTES) throw new AppError('FileTooLarge');
  const requestKey = requestKeyOf({ contestId, file });
  const begun = requestKey && (await uploads.findByRequest(requestKey));
  if (begun) return begun;
  await requireContest(deps, { contestId, file });
  await assertLineTakesVideo(deps, { contestId, file });
  await assertRoomFor(deps, file.fileSize);

  const { fileName, fileSize, mediaType, totalChunks, category, lineId = null, sha256 = null } = file;
  const time = now();
  const id = randomUUID();
  const upload: UploadRecord = {
    ...{ id, contestId, fileName, fileSize, mediaType, totalChunks, category, lineId, sha256, requestKey },
    ...{ storageHandle: null, state: 'open', checkId: null, refusal: null, media: null },
    ...{ isSettled: false, isBegun: false, createdAt: time, touchedAt: time },
  };
  // The bytes first: without a record they are swept, while a record without bytes would promise what is not there.
  const storageHandle = await storage.begin({ key: id, size: fileSize });
  if (!(await uploads.insert({ ...upload, storageHandle }))) return twinOf(deps, { ...upload, storageHandle });
  await keepRoom(deps, { ...upload, storageHandle });
  return { ...upload, storageHandle };
};

/** A request is the same only with the same file for the same place. */
const requestKeyOf = ({ contestId, file: { requestId, ...file } }: { contestId: string; file: OpenUpload }): string | null => {
  if (requestId === undefined) return null;
  const { fileName, fileSize, mediaType, category, lineId = null, sha256 = null } = file;
  const facts = [requestId, contestId, fileName, fileSize, mediaType, category, lineId, sha256];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
};

/** The same request came twice at once, and the other was faster. */
const twinOf = async ({ uploads, storage }: Deps, { id, storageHandle, requestKey }: UploadRecord): Promise<UploadRecord> => {
  await storage.abandon({ key: id, handle: storageHandle });
  const twin = requestKey && (await uploads.findByRequest(requestKey));
  // Cancelled or refused in this very moment.
  if (!twin) throw new AppError('UploadNotFound');
  return twin;
};

/** A finished video was paid for: it is taken even after its contest is gone. */
const requireContest = async ({ catalog, contests }: Deps, { contestId, file }: { contestId: string; file: OpenUpload }): Promise<void> => {
  if (file.category === 'finished') return;
  const { isDeleted } = await contests.find(contestId);
  if (isDeleted || !(await catalog.find(contestId))) throw new AppError('NotFound');
};

/** Counted with the new upload in: of several that meet all are refused rather than let in. */
const keepRoom = async (deps: Deps, { id, storageHandle }: UploadRecord): Promise<void> => {
  try {
    await assertRoomFor(deps, 0);
  } catch (error) {
    await deps.uploads.remove(id);
    await deps.storage.abandon({ key: id, handle: storageHandle });
    throw error;
  }
};
