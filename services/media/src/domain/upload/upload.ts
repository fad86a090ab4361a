import type { ErrorCode, MediaType, UploadCategory } from '@stagereel/contracts';
import type { MediaRecord } from '../library/media.ts';

/** An error that ends an upload. Later requests for this upload return the same error. */
export type UploadRefusal = Extract<
  ErrorCode,
  'FileHashMismatch' | 'FileTypeRefused' | 'FileTypeMismatch' | 'ImageTooLarge' | 'ImageUnreadable'
>;

export type UploadRecord = {
  /** Also the storage key of its bytes and the id of the resulting medium. */
  id: string;
  contestId: string;
  fileName: string;
  fileSize: number;
  mediaType: MediaType;
  totalChunks: number;
  category: UploadCategory;
  lineId: string | null;
  /** The idempotency key of the request; null when the client sent none. */
  requestKey: string | null;
  /** The SHA-256 that the client expects. */
  sha256: string | null;
  /** See `begin` of the storage. */
  storageHandle: string | null;
  /** `completed`: the medium is determined, but perhaps not in the library yet. `refused`: the bytes are removed. */
  state: 'open' | 'checking' | 'completed' | 'refused';
  /** The check that closed the upload. A reopened upload gets a new one. */
  checkId: string | null;
  refusal: UploadRefusal | null;
  media: MediaRecord | null;
  /** The medium was added to the library. From then on only the library knows whether it exists. */
  isSettled: boolean;
  /** At least a part of one chunk was received. */
  isBegun: boolean;
  createdAt: Date;
  touchedAt: Date;
};

type Check = { id: string; checkId: string };

/** `bytes`: the total size of these uploads once they are complete. */
export type OpenUploads = { ids: string[]; bytes: number };

export type UploadRepository = {
  /** False when an upload with the same request key exists. */
  insert: (upload: UploadRecord) => Promise<boolean>;
  findByRequest: (requestKey: string) => Promise<UploadRecord | null>;
  find: (key: { id: string; contestId: string }) => Promise<UploadRecord | null>;
  /** Updates `touchedAt` and sets `isBegun`. False when the upload is not open. */
  touch: (input: { id: string; now: Date }) => Promise<boolean>;
  /** Closes the upload for chunks unless it is closed, and returns it. */
  startCheck: (check: Check & { now: Date }) => Promise<UploadRecord | null>;
  /** Does nothing when another check has replaced this one. */
  reopen: (check: Check) => Promise<void>;
  /** False when another check has replaced this one. */
  complete: (check: Check & { media: MediaRecord }) => Promise<boolean>;
  /** False when another check has replaced this one. */
  refuse: (check: Check & { refusal: UploadRefusal }) => Promise<boolean>;
  /** Records that the medium is in the library. */
  markSettled: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /**
   * Removes the upload. False when its medium is in the library, its state is not one of `states`, it was touched after `untouchedSince`, or
   * it was begun although `isUnbegun` is set.
   */
  discard: (input: {
    id: string;
    states: readonly UploadRecord['state'][];
    untouchedSince?: Date;
    isUnbegun?: boolean;
  }) => Promise<boolean>;
  /** Completed uploads whose medium may not be in the library. */
  listUnsettled: () => Promise<UploadRecord[]>;
  listUntouchedSince: (time: Date) => Promise<UploadRecord[]>;
  /** Open uploads of which nothing was received. */
  listUnbegunSince: (time: Date) => Promise<UploadRecord[]>;
  listByContest: (contestId: string) => Promise<UploadRecord[]>;
  /** Uploads that are open or being checked. */
  summarizeOpen: () => Promise<OpenUploads>;
  /** Returns the keys that do not belong to an upload whose bytes are needed. */
  filterUnknownKeys: (keys: readonly string[]) => Promise<string[]>;
};

/** A chunk that was written completely. */
export type StoredChunk = {
  index: number;
  /** CRC-32 of the bytes that were written. Detects a second writer at the same position; the SHA-256 identifies the file. */
  checksum: number;
  /** What the storage returned for the chunk. */
  receipt: string | null;
};

/** `token` identifies the writer. */
export type ChunkWrite = { uploadId: string; index: number; token: string };

/** Chunks, one document each, so that thousands of them can be written concurrently. */
export type ChunkRepository = {
  /** Registers a writer. A stored chunk stays stored. */
  beginWrite: (write: ChunkWrite & { until: Date }) => Promise<{ wasStored: boolean }>;
  /** A chunk that is being overwritten does not count as stored. */
  markUnstored: (write: ChunkWrite) => Promise<void>;
  /** False when the writer is not registered any more or its lease had expired by `now`: others may have relied on that. */
  extendWrite: (write: ChunkWrite & { now: Date; until: Date }) => Promise<boolean>;
  endWrite: (write: ChunkWrite) => Promise<void>;
  /** Records a complete chunk. False when the writer is not registered any more. */
  markStored: (write: ChunkWrite & { checksum: number; receipt: string | null; size: number }) => Promise<boolean>;
  /** Ordered by index. */
  listStored: (uploadId: string) => Promise<StoredChunk[]>;
  /** The bytes of these uploads that were received. */
  storedBytes: (uploadIds: readonly string[]) => Promise<number>;
  hasWriters: (input: { uploadId: string; now: Date }) => Promise<boolean>;
  removeSome: (input: { uploadId: string; indices: readonly number[] }) => Promise<void>;
  removeAll: (uploadId: string) => Promise<void>;
};

export type StorageLimits = {
  /** The limit for all originals and open uploads together; derived pictures do not count. 0: no limit. */
  quotaBytes: number;
  /** Disk space that uploads must leave free. */
  reserveBytes: number;
};

export type FileType = { contentType: string; extension: string };
/** Detects the type from the first bytes of a file; undefined for a type that the shop does not accept. */
export type DetectFileType = (head: Buffer) => Promise<FileType | undefined>;

/** Requests to the orders service about the lines that need a finished video. Both throw AppError ServiceUnavailable. */
export type Orders = {
  /**
   * Until when the videos of these lines (at most MAX_LINES_PER_VIDEO_NEEDS_REQUEST) are needed; null while a line awaits its video. The
   * result omits lines that are in no order.
   */
  neededUntil: (lineIds: readonly string[]) => Promise<ReadonlyMap<string, Date | null>>;
  /** Undefined when the line is in no order. */
  findLine: (lineId: string) => Promise<{ contestId: string; takesVideo: boolean } | undefined>;
};
