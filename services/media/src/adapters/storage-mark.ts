import { z } from 'zod';
import type { StorageMark } from '../domain/storage.ts';

/** What the mark is called, beside the objects; no object is called so. */
export const MARK_NAME = 'storage.json';

const markSchema = z.object({ id: z.uuid(), turn: z.int().min(0) });

/** Throws when it is none. */
export const parseMark = (text: string): StorageMark => {
  try {
    return markSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${MARK_NAME} of the storage cannot be read`, { cause });
  }
};

export const markBytes = (mark: StorageMark): Buffer => Buffer.from(`${JSON.stringify(mark)}\n`);
