import type { QuotaOf } from './download/byte-quota.ts';
import type { ClaimRepository } from './download/claim.ts';
import type { Catalog, ContestRepository } from './library/contests.ts';
import type { MediaRecord, MediaRepository } from './library/media.ts';
import type { ImageProcessor } from './library/pictures.ts';
import type { Videos } from './processing/videos.ts';
import type { OrphanScanLease, Storage, StorageMarkRepository } from './storage/storage.ts';
import type { ChunkMutex } from './upload/chunk-mutex.ts';
import type { ChunkRepository, DetectFileType, Orders, StorageLimits, UploadRepository } from './upload/upload.ts';

/** Everything the use cases of this service depend on. */
export type MediaDeps = {
  uploads: UploadRepository;
  chunks: ChunkRepository;
  media: MediaRepository;
  contests: ContestRepository;
  claims: ClaimRepository;
  storageMarks: StorageMarkRepository;
  orphanScanLease: OrphanScanLease;

  storage: Storage;
  catalog: Catalog;
  orders: Orders;
  images: ImageProcessor;
  videos: Videos;
  detectFileType: DetectFileType;

  /** Serializes the writers of one chunk in this process. */
  chunkMutex: ChunkMutex;
  /** The upload checks that are running in this process, by upload id. */
  runningChecks: Map<string, Promise<MediaRecord>>;
  quotaOf: QuotaOf;

  storageLimits: StorageLimits;
  staleUploadMs: number;
  /** How long an upload may wait for its first chunk. */
  unbegunUploadMs: number;
  /** The minimum age of stored objects without a record before they are removed. */
  orphanAfterMs: number;
  /** The pause between two scans of the whole storage. */
  orphanEveryMs: number;
  /** How long a finished video is kept after it cannot be downloaded any more. */
  finishedKeptMs: number;
  /** How long a completion request waits for the check of the file before it returns 202. */
  checkWaitMs: number;
  /** The pause after a failed processing attempt, multiplied by the number of attempts. */
  processingRetryMs: number;

  now: () => Date;
  log: (fields: { err?: unknown; [field: string]: unknown }, message: string) => void;
  /** Starts background processing of media that are due. */
  triggerProcessing: () => void;
};
