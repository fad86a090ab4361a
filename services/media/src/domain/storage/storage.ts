import type { Readable } from 'node:stream';
import { z } from 'zod';

/** An upload id, optionally followed by a suffix for one of the pictures of that medium. */
const KEY = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.[\da-f]{16})?$/;

/** Whether this service can have created a key: a bucket may be shared with others. */
export const isStorageKey = (key: string): boolean => KEY.test(key);

/** The id of the medium that a key belongs to. */
export const mediaIdOf = (key: string): string => key.split('.', 1)[0] ?? key;

/**
 * Kept both in the storage and in the database, to detect that the two do not belong together. `turn` is a generation counter; it is
 * increased in the database first.
 */
export type StorageMark = z.infer<typeof markSchema>;
const markSchema = z.object({ id: z.uuid(), turn: z.int().min(0) });

/** The name of the mark in the storage. No object key can have this form. */
export const MARK_NAME = 'storage.json';

export const parseMark = (text: string): StorageMark => {
  try {
    return markSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`Storage mark ${MARK_NAME} cannot be read`, { cause });
  }
};

export const serializeMark = (mark: StorageMark): Buffer => Buffer.from(`${JSON.stringify(mark)}\n`);

export type StoredObject = { key: string; handle: string | null; size: number; changedAt: Date };

/** Stores the bytes. Only this service creates keys. */
export type Storage = {
  /** True when objects are files in a folder. A gateway that shares the folder may then read them itself. */
  isFolder?: true;
  /** Reserves space for an upload. The returned handle is passed to every later call for this upload. */
  begin: (input: { key: string; size: number }) => Promise<string | null>;
  /**
   * Streams one chunk to its position and resolves when it is durable. When the call fails, the content of that position is undefined.
   * @throws AppError ChunkInvalid when the body does not have exactly `size` bytes, StorageFull, ServiceUnavailable on timeout,
   * UploadNotFound when the upload was abandoned in the meantime
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
  /** Joins the chunks to one object. Can be repeated. `damaged`: a chunk does not match the checksum or receipt that was stored with it. */
  finish: (input: {
    key: string;
    handle: string | null;
    size: number;
    receipts: readonly (string | null)[];
  }) => Promise<'finished' | 'damaged'>;
  /** Removes an unfinished upload and all its bytes. */
  abandon: (input: { key: string; handle: string | null }) => Promise<void>;
  /**
   * Reads the bytes from `start` to `end`, both inclusive; undefined when the object does not exist. The caller reads the stream at once, or destroys it.
   */
  read: (input: { key: string; start: number; end: number }) => Promise<Readable | undefined>;
  /** Provides the object as a local file until `use` has ended. The signal aborts the transfer that this may need. */
  withLocalFile: <Result>(object: { key: string; signal?: AbortSignal }, use: (path: string) => Promise<Result>) => Promise<Result>;
  put: (input: { key: string; bytes: Buffer; contentType: string }) => Promise<void>;
  /** Does nothing when the object does not exist. */
  remove: (key: string) => Promise<void>;
  /** Every object, and every upload that was begun and neither finished nor abandoned. */
  list: () => AsyncIterable<StoredObject>;
  /** The free disk space; undefined when unknown. */
  freeBytes: () => Promise<number | undefined>;
  readMark: () => Promise<StorageMark | undefined>;
  writeMark: (mark: StorageMark) => Promise<void>;
  /** Throws when the storage cannot be used. */
  ping: () => Promise<void>;
};

/** The storage mark as the database has it. */
export type StorageMarkRepository = {
  find: () => Promise<StorageMark | undefined>;
  /** Creates the mark unless one exists. Returns the stored one. */
  create: (id: string) => Promise<StorageMark>;
  /** Increases `turn`. Throws when there is no mark. */
  advance: () => Promise<StorageMark>;
  replace: (mark: StorageMark) => Promise<void>;
};

/** A lease in the database that lets one replica at a time scan the storage for orphaned bytes. */
export type OrphanScanLease = {
  /** True if a scan for orphaned files is due. Until `until`, it is false for all other replicas. */
  begin: (input: { now: Date; until: Date }) => Promise<boolean>;
  end: (nextAt: Date) => Promise<void>;
};
