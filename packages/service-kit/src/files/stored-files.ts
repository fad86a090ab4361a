import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Span } from '@stagereel/contracts';
import { undefinedIfMissing } from './file-system-errors.ts';

const KEY = /^[\w-][\w.-]{7,127}$/;
/** Larger than the default of 64 KiB, which needs four times as many reads for the same bytes. A reader holds at most two pieces. */
const PIECE_BYTES = 256 * 1024;

/** The folder of all objects inside a storage folder. */
export const objectsFolder = (dir: string): string => join(dir, 'objects');

/** Path of an object. Objects are sharded into subfolders, because a folder with a million files is slow. Throws for an invalid key. */
export const storedPath = ({ dir, key }: { dir: string; key: string }): string => {
  if (!KEY.test(key)) throw new Error(`${key} is not a valid storage key`);
  return join(objectsFolder(dir), key.slice(0, 2), key);
};

/** The bytes of an object from `start` to `end`, both inclusive; undefined when it does not exist. The caller reads or destroys the stream. */
export const readStored = async ({ dir, key, start, end }: Span & { dir: string; key: string }): Promise<Readable | undefined> => {
  const file = await undefinedIfMissing(open(storedPath({ dir, key }), 'r'));
  return file?.createReadStream({ start, end, highWaterMark: PIECE_BYTES });
};
