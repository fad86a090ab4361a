import type { EventEnvelope } from '@stagereel/contracts';
import type { GrantStore } from './downloads/grants.ts';
import type { MediaRecord, StoredChunk, StoredFile, UploadRecord, UploadRefusal, VideoReading } from './records.ts';
import type { Storage, StorageMark } from './storage.ts';

type UploadKey = { id: string; contestId: string };
type Check = { id: string; checkId: string };
/** How much is open, and of which uploads. */
export type OpenUploads = { ids: string[]; bytes: number };

export type UploadRepository = {
  /** False when an upload of the same request is there already. */
  insert: (upload: UploadRecord) => Promise<boolean>;
  findByRequest: (requestKey: string) => Promise<UploadRecord | null>;
  find: (key: UploadKey) => Promise<UploadRecord | null>;
  /** Notes that it is being worked on, which it then has begun to be; false when it is not open. */
  touch: (input: { id: string; now: Date }) => Promise<boolean>;
  /** Closes it for chunks, and notes that it is being worked on; answers it as it then is, closed by this call or by an earlier one. */
  startCheck: (check: Check & { now: Date }) => Promise<UploadRecord | null>;
  /** Open again, if that check is still the one. */
  reopen: (check: Check) => Promise<void>;
  /** False when that check is no longer the one. */
  complete: (check: Check & { media: MediaRecord }) => Promise<boolean>;
  /** False when that check is no longer the one. */
  refuse: (check: Check & { refusal: UploadRefusal }) => Promise<boolean>;
  /** The medium is in the library. */
  settle: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /**
   * Removes it unless its medium is in the library; false when it is in none of the states (any more), was touched since, or was begun to be
   * worked on although it must not have been.
   */
  discard: (input: {
    id: string;
    states: readonly UploadRecord['state'][];
    untouchedSince?: Date;
    isUnbegun?: boolean;
  }) => Promise<boolean>;
  /** Completed ones whose medium may not be in the library. */
  listUnsettled: () => Promise<UploadRecord[]>;
  listUntouchedSince: (time: Date) => Promise<UploadRecord[]>;
  /** Open ones of which nothing has come. */
  listUnbegunSince: (time: Date) => Promise<UploadRecord[]>;
  ofContest: (contestId: string) => Promise<UploadRecord[]>;
  /** What is open or being checked. `bytes`: what it will take when it is complete. */
  open: () => Promise<OpenUploads>;
  /** Those of the keys that are of no upload whose bytes are wanted. */
  unknownOf: (keys: readonly string[]) => Promise<string[]>;
};

type Write = { uploadId: string; index: number; token: string };

/** Chunks, one record each, so that ten thousand of them can be written at once. */
export type ChunkRepository = {
  /** Makes the writer known, which changes nothing of what is stored. */
  beginWrite: (write: Write & { until: Date }) => Promise<{ wasStored: boolean }>;
  /** The chunk is not there while somebody writes it. */
  unrecord: (write: Write) => Promise<void>;
  /** False when the writer was struck off, or its lease had ended by `now`: others may have relied on that. */
  extendWrite: (write: Write & { now: Date; until: Date }) => Promise<boolean>;
  endWrite: (write: Write) => Promise<void>;
  /** The chunk is in its place. False when the writer was struck off. */
  record: (write: Write & { checksum: number; receipt: string | null; size: number }) => Promise<boolean>;
  /** By index. */
  stored: (uploadId: string) => Promise<StoredChunk[]>;
  /** What has come of these uploads. */
  storedBytes: (uploadIds: readonly string[]) => Promise<number>;
  hasWriters: (input: { uploadId: string; now: Date }) => Promise<boolean>;
  forget: (input: { uploadId: string; indices: readonly number[] }) => Promise<void>;
  removeOf: (uploadId: string) => Promise<void>;
};

/** What is made of an original in the background. */
export type Processed = Pick<MediaRecord, 'poster' | 'variants' | 'preview' | 'durationSeconds' | 'reading'> & {
  width: number | null;
  height: number | null;
};
export type ProcessingClaim = { media: MediaRecord; token: string; attempt: number };

/** Media that are not deleted. Every write takes the events that go into the same document. */
export type MediaRepository = {
  insert: (input: { media: MediaRecord; events: EventEnvelope[] }) => Promise<void>;
  find: (id: string) => Promise<MediaRecord | null>;
  /** Without finished videos, in the order of `displayOrder`. */
  ofContest: (contestId: string) => Promise<MediaRecord[]>;
  setDisplayOrder: (input: { id: string; displayOrder: number; events: EventEnvelope[] }) => Promise<boolean>;
  setThumbnail: (input: { id: string; thumbnail: StoredFile | null; events: EventEnvelope[] }) => Promise<boolean>;
  /** Seen by nobody from then on. */
  erase: (input: { id: string; events: EventEnvelope[] }) => Promise<boolean>;
  /** A file of this content that anybody may see. */
  findPublicFile: (hash: string) => Promise<StoredFile | null>;
  /** The preview of a finished video, by its content. */
  findPreview: (hash: string) => Promise<StoredFile | null>;
  /** Finished videos with one of these contents. */
  finishedWithContent: (hashes: readonly string[]) => Promise<{ id: string; hash: string; lineId: string }[]>;
  /** Finished videos that were uploaded before a time, the oldest first. */
  finishedBefore: (time: Date) => Promise<MediaRecord[]>;
  /** One that is due and was not yet claimed so many times. */
  claimProcessing: (input: { now: Date; until: Date; attempts: number }) => Promise<ProcessingClaim | null>;
  /** False when it is somebody else's by now, or the medium is gone. */
  extendProcessing: (input: { id: string; token: string; until: Date }) => Promise<boolean>;
  /** Those that are due and were claimed so many times are never tried again; answers how many that are. */
  endProcessing: (input: { now: Date; attempts: number }) => Promise<number>;
  /** Gives it back as it was: this attempt does not count. */
  releaseProcessing: (input: { id: string; token: string; now: Date }) => Promise<void>;
  finishProcessing: (input: { id: string; token: string; processed: Processed }) => Promise<boolean>;
  /** Tried again from `retryAt`, or never. */
  failProcessing: (input: { id: string; token: string; retryAt: Date | null }) => Promise<void>;
  /** What all originals take. */
  storedBytes: () => Promise<number>;
  /** Those of the keys that are of no file of a medium. */
  unknownOf: (keys: readonly string[]) => Promise<string[]>;
  /** Contests that have a cover. */
  contestsWithCovers: () => Promise<string[]>;
};

/** What media notes of a contest: the cover it last told others of, and that it is deleted. */
export type ContestNote = { revision: number; coverImage: string | null; isDeleted: boolean };
export type ContestNotes = {
  find: (contestId: string) => Promise<ContestNote>;
  /** False when the revision is another one by now. */
  setCover: (input: { contestId: string; revision: number; coverImage: string | null; events: EventEnvelope[] }) => Promise<boolean>;
  markDeleted: (contestId: string) => Promise<void>;
  /** Contests others believe to have a cover. */
  contestsWithCovers: () => Promise<string[]>;
};

/** Who scans the storage for orphaned bytes, and when: one replica at a time. */
export type OrphanScan = {
  /** True when it is due; then it is nobody else's until that time. */
  begin: (input: { now: Date; until: Date }) => Promise<boolean>;
  end: (nextAt: Date) => Promise<void>;
};

/** What the database knows of its storage. */
export type StorageMarks = {
  find: () => Promise<StorageMark | undefined>;
  /** A first one of this id; answers the one there is, if there is one. */
  begin: (id: string) => Promise<StorageMark>;
  /** The next turn; of one that there is. */
  advance: () => Promise<StorageMark>;
  replace: (mark: StorageMark) => Promise<void>;
};

/** What the catalog says of a contest; undefined when it has none of that id. */
export type Catalog = { find: (contestId: string) => Promise<{ published: boolean } | undefined> };

/** What orders says of the lines that finished videos are for. */
export type Orders = {
  /**
   * Until when videos of these lines, VIDEO_NEEDS_AT_ONCE at most, are of use; null while they are awaited. A line that no order has is missing.
   * @throws AppError ServiceUnavailable
   */
  neededUntil: (lineIds: readonly string[]) => Promise<ReadonlyMap<string, Date | null>>;
  /**
   * Whose the line is and whether it takes a video; undefined when no order has it.
   * @throws AppError ServiceUnavailable
   */
  findLine: (lineId: string) => Promise<{ contestId: string; takesVideo: boolean } | undefined>;
};

export type FileKind = { contentType: string; extension: string };
/** What a file is, by its first bytes; undefined when it is nothing the shop takes. */
export type DetectFileKind = (head: Buffer) => Promise<FileKind | undefined>;

export type Picture = { bytes: Buffer; contentType: string; extension: string; width: number; height: number };
export type Images = {
  /** Pixels as shown, from the header alone; undefined when it cannot be read. */
  measure: (source: string | Buffer) => Promise<{ width: number; height: number } | undefined>;
  /** Web-sized pictures, the smallest first. Throws when the picture is broken. */
  resize: (source: string | Buffer, signal?: AbortSignal) => Promise<Picture[]>;
  /** The picture without what cameras write into it. Throws when it is broken. */
  clean: (source: Buffer) => Promise<Picture>;
  watermark: Watermark;
};

/** Pixels as shown; no length where the file does not say. */
export type VideoFacts = { width: number; height: number; durationSeconds: number | null };
export type ReadVideo = { reading: 'read'; facts: VideoFacts } | { reading: Exclude<VideoReading, 'read' | 'pending'>; facts: null };
/** A picture of that size to lay over another, as PNG. */
export type Watermark = (size: { width: number; height: number }, signal?: AbortSignal) => Promise<Buffer>;

type Interruptible = { signal?: AbortSignal };
/** Each throws when it was interrupted, by its signal or by others, and can be tried again. */
export type Videos = {
  /** Reads what a file's header says, for so long at most. */
  probe: (input: Interruptible & { path: string; timeoutMs: number }) => Promise<ReadVideo>;
  /** A still, as a lossless picture; undefined where it cannot be made. */
  still: (input: Interruptible & { path: string; atSeconds: number }) => Promise<Buffer | undefined>;
  /** A short, small, silent cut under a watermark of its size; undefined where it cannot be made. */
  preview: (input: Interruptible & { path: string; shown: VideoFacts; watermark: Watermark }) => Promise<Picture | undefined>;
};

export type Room = {
  /** What all originals and open uploads together may take; pictures made of them do not count. 0 is no limit. */
  quotaBytes: number;
  /** What uploads leave free on the disk. */
  reserveBytes: number;
};

export type MediaDeps = {
  uploads: UploadRepository;
  chunks: ChunkRepository;
  media: MediaRepository;
  contests: ContestNotes;
  grants: GrantStore;
  marks: StorageMarks;
  orphanScan: OrphanScan;
  storage: Storage;
  catalog: Catalog;
  orders: Orders;
  images: Images;
  videos: Videos;
  detectKind: DetectFileKind;
  room: Room;
  staleUploadMs: number;
  /** How long an upload waits for its first chunk. */
  unbegunUploadMs: number;
  /** How long bytes that no record knows are left alone. */
  orphanAfterMs: number;
  /** Pause after a scan of the whole storage for them. */
  orphanEveryMs: number;
  /** How long a finished video stays after nobody can download it any more. */
  finishedKeptMs: number;
  /** How long a caller waits for the check of a file before it is told that this goes on. */
  checkWaitMs: number;
  /** Pause after a failed attempt to make pictures of a medium, longer with each. */
  processingRetryMs: number;
  now: () => Date;
  log: (facts: { err?: unknown; [fact: string]: unknown }, message: string) => void;
  /** There is something to make in the background. */
  processSoon: () => void;
};
