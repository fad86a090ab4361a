import { createHash, randomUUID } from 'node:crypto';
import { CHUNK_BYTES, MAX_CHUNKS, type OpenUpload } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { UploadRecord } from './upload.ts';

type Input = { contestId: string; file: OpenUpload };

/**
 * Reserves space for a file and creates its upload. Idempotent by request id: the same request returns the same upload, in whatever state.
 * @throws AppError NotFound for an unknown contest; FileTooLarge; StorageFull, StorageQuotaExceeded; VideoLineUnknown, VideoLineElsewhere,
 * VideoLineClosed
 */
export const openUpload = async (deps: MediaDeps, { contestId, file }: Input): Promise<UploadRecord> => {
  const { uploads, storage, now } = deps;
  if (file.totalChunks > MAX_CHUNKS || file.fileSize > MAX_CHUNKS * CHUNK_BYTES) throw new AppError('FileTooLarge');
  const requestKey = toRequestKey({ contestId, file });
  const existing = requestKey && (await uploads.findByRequest(requestKey));
  if (existing) return existing;
  await requireContest(deps, { contestId, file });
  await requireLineTakesVideo(deps, { contestId, file });
  await requireSpaceFor(deps, file.fileSize);

  const { fileName, fileSize, mediaType, totalChunks, category, lineId = null, sha256 = null } = file;
  const time = now();
  const id = randomUUID();
  const upload: UploadRecord = {
    ...{ id, contestId, fileName, fileSize, mediaType, totalChunks, category, lineId, sha256, requestKey },
    ...{ storageHandle: null, state: 'open', checkId: null, refusal: null, media: null },
    ...{ isSettled: false, isBegun: false, createdAt: time, touchedAt: time },
  };
  // The storage first: bytes without a record are swept, but a record without bytes would accept chunks that cannot be written.
  const storageHandle = await storage.begin({ key: id, size: fileSize });
  if (!(await uploads.insert({ ...upload, storageHandle }))) return useConcurrentUpload(deps, { ...upload, storageHandle });
  await removeUnlessSpace(deps, { ...upload, storageHandle });
  return { ...upload, storageHandle };
};

/** The same request id for another file or contest is another request. */
const toRequestKey = ({ contestId, file: { requestId, ...file } }: Input): string | null => {
  if (requestId === undefined) return null;
  const { fileName, fileSize, mediaType, category, lineId = null, sha256 = null } = file;
  const fields = [requestId, contestId, fileName, fileSize, mediaType, category, lineId, sha256];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
};

/** A concurrent request with the same key has inserted its upload first. */
const useConcurrentUpload = async (
  { uploads, storage }: MediaDeps,
  { id, storageHandle, requestKey }: UploadRecord,
): Promise<UploadRecord> => {
  await storage.abandon({ key: id, handle: storageHandle });
  const concurrent = requestKey && (await uploads.findByRequest(requestKey));
  // It was cancelled or refused in the meantime.
  if (!concurrent) throw new AppError('UploadNotFound');
  return concurrent;
};

/** A finished video has been paid for: it is accepted even after its contest was deleted. */
const requireContest = async ({ catalog, contests }: MediaDeps, { contestId, file }: Input): Promise<void> => {
  if (file.category === 'finished') return;
  const { isDeleted } = await contests.find(contestId);
  if (isDeleted || !(await catalog.find(contestId))) throw new AppError('NotFound');
};

/**
 * Refuses a finished video early if its order line cannot take one, before gigabytes are sent. The delivery checks this again, so the upload
 * is accepted while orders is unavailable.
 */
const requireLineTakesVideo = async ({ orders, log }: MediaDeps, { contestId, file: { lineId } }: Input): Promise<void> => {
  if (lineId === undefined) return;
  const line = await orders.findLine(lineId).catch((err: unknown) => {
    log({ err, lineId }, 'Order line lookup failed, upload accepted unchecked');
    return 'unknown' as const;
  });
  if (line === 'unknown') return;
  if (!line) throw new AppError('VideoLineUnknown');
  if (line.contestId !== contestId) throw new AppError('VideoLineElsewhere');
  if (!line.takesVideo) throw new AppError('VideoLineClosed');
};

/**
 * Checks disk and quota for all open uploads plus `bytes` more. The free disk space already excludes the received parts of open uploads, so
 * only their missing parts are subtracted. A chunk that arrives during the check is counted twice rather than not at all.
 */
const requireSpaceFor = async ({ uploads, chunks, media, storage, storageLimits }: MediaDeps, bytes: number): Promise<void> => {
  const open = await uploads.summarizeOpen();
  const missingBytes = Math.max(0, open.bytes - (await chunks.storedBytes(open.ids)));
  const freeBytes = await storage.freeBytes();
  const { reserveBytes, quotaBytes } = storageLimits;
  if (freeBytes !== undefined && freeBytes - reserveBytes - missingBytes < bytes) throw new AppError('StorageFull');
  if (quotaBytes > 0 && open.bytes + (await media.storedBytes()) + bytes > quotaBytes) throw new AppError('StorageQuotaExceeded');
};

/** Checks again with the new upload counted in. Of concurrent uploads that exceed the limit together, all are refused. */
const removeUnlessSpace = async (deps: MediaDeps, { id, storageHandle }: UploadRecord): Promise<void> => {
  try {
    await requireSpaceFor(deps, 0);
  } catch (error) {
    await deps.uploads.remove(id);
    await deps.storage.abandon({ key: id, handle: storageHandle });
    throw error;
  }
};
