import type { ErrorCode, Footage, MediaProcessing, MediaType, UploadCategory } from '@stagereel/contracts';

/** Bytes that lie in the storage under a key, and what is known of them. The extension has no dot. */
export type StoredFile = {
  key: string;
  /** SHA-256, hexadecimal. */
  hash: string;
  size: number;
  contentType: string;
  extension: string;
  /** Pixels; null where nobody looked or nothing was to be found. */
  width: number | null;
  height: number | null;
};

/** See {@link Footage}. */
export type VideoReading = Footage['state'];

/** One medium with all its files: what is uploaded, what an admin adds, and what is made of it. */
export type MediaRecord = {
  id: string;
  contestId: string;
  category: UploadCategory;
  type: MediaType;
  originalName: string;
  uploadedAt: Date;
  displayOrder: number;
  /** The order line a finished video is for. */
  lineId: string | null;
  original: StoredFile;
  durationSeconds: number | null;
  /** Of a finished video: whether it was read; what was read stands with the original. */
  reading: VideoReading | null;
  thumbnail: StoredFile | null;
  poster: StoredFile | null;
  variants: StoredFile[];
  /** Of a finished video: a short cut to look at before it is claimed. */
  preview: StoredFile | null;
  processing: MediaProcessing;
};

/** A refusal that ends an upload, told again to whoever asks again. */
export type UploadRefusal = Extract<
  ErrorCode,
  'FileHashMismatch' | 'FileTypeRefused' | 'FileTypeMismatch' | 'ImageTooLarge' | 'ImageUnreadable'
>;

export type UploadRecord = {
  /** Also the key of its bytes and, in the end, the id of its medium. */
  id: string;
  contestId: string;
  fileName: string;
  fileSize: number;
  mediaType: MediaType;
  totalChunks: number;
  category: UploadCategory;
  lineId: string | null;
  /** By what the same request is known when it comes again; null where its client has not said. */
  requestKey: string | null;
  /** What the client says the file's SHA-256 is. */
  sha256: string | null;
  /** What the storage needs to find the upload again. */
  storageHandle: string | null;
  /** `completed`: the medium is settled, but perhaps not yet in the library; `refused`: the bytes are gone. */
  state: 'open' | 'checking' | 'completed' | 'refused';
  /** Who closed it for the check under way; another check after a reopening has another one. */
  checkId: string | null;
  refusal: UploadRefusal | null;
  media: MediaRecord | null;
  /** The medium has been put into the library; from then on the library alone knows whether there is one. */
  isSettled: boolean;
  /** A chunk has come, or at least its beginning. */
  isBegun: boolean;
  createdAt: Date;
  touchedAt: Date;
};

/** A chunk that is wholly in its place. */
export type StoredChunk = {
  index: number;
  /** CRC-32: whether its place holds what was written there. What the file is, its SHA-256 says. */
  checksum: number;
  /** What the storage gave for it. */
  receipt: string | null;
};
