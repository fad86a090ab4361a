import type { Readable } from 'node:stream';
import type { ByteSource } from '@stagereel/service-kit';

/** An upload's id, alone or before what one of its pictures is called by. */
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.[\da-f]{16})?$/;

/** Whether this service may have made a key: others may keep theirs in the same place. */
export const isStorageKey = (key: string): boolean => KEY.test(key);

/** Of the medium whose file it is, if it is one's. */
export const mediaIdOf = (key: string): string => key.split('.', 1)[0] ?? key;

/** Kept in the storage and in the database alike, so that each knows the other again. The turn grows; the database is always the first to know. */
export type StorageMark = { id: string; turn: number };

/** Where the bytes are. Keys are made by this service alone. */
export type Storage = {
  /** Objects are files of a folder, which the gateway may read itself where it has it, too. */
  isFolder?: true;
  /** Makes room for an upload; the answer is handed back to every later call about it. */
  begin: (input: { key: string; size: number }) => Promise<string | null>;
  /**
   * Streams one chunk to its place and answers when it would survive a loss of power. A chunk that fails in between leaves its place undefined.
   * @throws AppError ChunkInvalid when the body has not exactly `size` bytes, StorageFull, ServiceUnavailable when it takes too long,
   * UploadNotFound when the upload was abandoned meanwhile
   */
  writeChunk: (input: {
    key: string;
    handle: string | null;
    index: number;
    offset: number;
    size: number;
    body: Readable;
    signal: AbortSignal;
  }) => Promise<{ checksum: number; receipt: string | null }>;
  /** Makes one object of the chunks; can be repeated. `damaged`: not all of them are what their receipts say. */
  finish: (input: {
    key: string;
    handle: string | null;
    size: number;
    receipts: readonly (string | null)[];
  }) => Promise<'finished' | 'damaged'>;
  /** Lets go of an upload and all that came of it. */
  abandon: (input: { key: string; handle: string | null }) => Promise<void>;
  /**
   * Bytes from `start` to `end`, both inclusive; undefined without such an object. A piece is only valid until the next one is asked for.
   * Whoever stops early calls `return`, as `for await` does.
   */
  read: (input: { key: string; start: number; end: number }) => Promise<AsyncIterable<Buffer> | undefined>;
  /** The same bytes, to be sent into an answer. */
  openSource: (input: { key: string; start: number; end: number }) => Promise<ByteSource | undefined>;
  /** Gives a program the object as a file for as long as `use` takes; the signal ends a transfer that this needs. */
  withLocalFile: <Result>(object: { key: string; signal?: AbortSignal }, use: (path: string) => Promise<Result>) => Promise<Result>;
  put: (input: { key: string; bytes: Buffer; contentType: string }) => Promise<void>;
  /** Nothing happens when it is gone. */
  remove: (key: string) => Promise<void>;
  /** Every object, and every upload that was begun and neither finished nor abandoned. */
  list: () => AsyncIterable<{ key: string; handle: string | null; size: number; changedAt: Date }>;
  /** What can still be stored; undefined where there is no telling. */
  freeBytes: () => Promise<number | undefined>;
  readMark: () => Promise<StorageMark | undefined>;
  writeMark: (mark: StorageMark) => Promise<void>;
  /** Throws when it cannot be used. */
  ping: () => Promise<void>;
};
