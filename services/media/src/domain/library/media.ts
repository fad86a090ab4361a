import type { EventEnvelope, Footage, MediaProcessing, MediaType, UploadCategory } from '@stagereel/contracts';

/** An object in the storage and its metadata. */
export type StoredFile = {
  key: string;
  /** SHA-256, hexadecimal. */
  hash: string;
  /** Bytes. */
  size: number;
  contentType: string;
  /** Without the dot. */
  extension: string;
  /** Pixels; null when unknown. */
  width: number | null;
  height: number | null;
};

/** See {@link Footage}. */
export type VideoReading = Footage['state'];

/** One medium and all its files: the uploaded original, the thumbnail an admin adds, and the files made in the background. */
export type MediaRecord = {
  id: string;
  contestId: string;
  category: UploadCategory;
  type: MediaType;
  originalName: string;
  /** SHA-256 of the uploaded file, hexadecimal. `original` may be a copy of it without metadata. */
  uploadedHash: string;
  uploadedAt: Date;
  displayOrder: number;
  /** The order line that a finished video belongs to. */
  lineId: string | null;
  original: StoredFile;
  durationSeconds: number | null;
  /** Whether the header of a finished video was read. The values that were read are in `original` and `durationSeconds`. */
  reading: VideoReading | null;
  thumbnail: StoredFile | null;
  /** A still of a video, with a watermark if the video is finished. */
  poster: StoredFile | null;
  variants: StoredFile[];
  /** Finished videos only: a short clip that the customer can watch before claiming the download. */
  preview: StoredFile | null;
  processing: MediaProcessing;
};

/** The files and metadata that background processing makes of an original. */
export type ProcessedMedia = Pick<MediaRecord, 'poster' | 'variants' | 'preview' | 'durationSeconds' | 'reading'> & {
  width: number | null;
  height: number | null;
};
export type ProcessingClaim = { media: MediaRecord; token: string; attempt: number };

/** Media that are not deleted. Every write takes the events that it stores in the same document. */
export type MediaRepository = {
  /** Does nothing when the medium exists or existed. */
  insert: (input: { media: MediaRecord; events: EventEnvelope[] }) => Promise<void>;
  find: (id: string) => Promise<MediaRecord | null>;
  /** Without finished videos, ordered by `displayOrder`. */
  listByContest: (contestId: string) => Promise<MediaRecord[]>;
  setDisplayOrder: (input: { id: string; displayOrder: number; events: EventEnvelope[] }) => Promise<boolean>;
  setThumbnail: (input: { id: string; thumbnail: StoredFile | null; events: EventEnvelope[] }) => Promise<boolean>;
  /** False when it was deleted before. */
  erase: (input: { id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** A public file with this content. */
  findPublicFile: (hash: string) => Promise<StoredFile | null>;
  /** The preview or the poster of a finished video with this content. */
  findPreview: (hash: string) => Promise<StoredFile | null>;
  /** Finished videos with one of these contents. */
  listFinishedByContent: (hashes: readonly string[]) => Promise<{ id: string; hash: string; lineId: string }[]>;
  /** Finished videos that were uploaded before a time, oldest first. */
  listFinishedBefore: (time: Date) => Promise<MediaRecord[]>;
  /** Claims one medium that is due and has fewer than `attempts` attempts. */
  claimProcessing: (input: { now: Date; until: Date; attempts: number }) => Promise<ProcessingClaim | null>;
  /** False when another process holds the claim, or the medium was deleted. */
  extendProcessing: (input: { id: string; token: string; until: Date }) => Promise<boolean>;
  /** How many media are due, counted up to 1,000, and since when the first of them is. */
  readProcessingBacklog: (now: Date) => Promise<{ count: number; oldest: Date | undefined }>;
  /** The media that are due and have `attempts` attempts. */
  listExhausted: (input: { now: Date; attempts: number }) => Promise<string[]>;
  /** Marks those of the media as failed that are due and have `attempts` attempts. Returns how many. */
  failExhaustedProcessing: (input: { ids: readonly string[]; now: Date; attempts: number }) => Promise<number>;
  /** Releases the claim and does not count the attempt. */
  releaseProcessing: (input: { id: string; token: string; now: Date }) => Promise<void>;
  finishProcessing: (input: { id: string; token: string; processed: ProcessedMedia }) => Promise<boolean>;
  /** `retryAt` null: no further attempt. */
  failProcessing: (input: { id: string; token: string; retryAt: Date | null }) => Promise<void>;
  /** The size of all originals, in bytes. */
  storedBytes: () => Promise<number>;
  /** Returns the keys that are not a file of any medium. */
  filterUnknownKeys: (keys: readonly string[]) => Promise<string[]>;
  /** Contests that have a cover or a sample. */
  listContestsWithLibraryMedia: () => Promise<string[]>;
};
