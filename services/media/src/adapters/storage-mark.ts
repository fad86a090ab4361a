import { z } from 'zod';
import type { StorageMark } from '../domain/storage/storage.ts';

/** The name of the mark in the storage. No object key can have this form. */
export const MARK_NAME = 'storage.json';

const markSchema = z.object({ id: z.uuid(), turn: z.int().min(0) });

export const parseMark = (text: string): StorageMark => {
  try {
    return markSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`Storage mark ${MARK_NAME} cannot be read`, { cause });
  }
};

export const serializeMark = (mark: StorageMark): Buffer => Buffer.from(`${JSON.stringify(mark)}\n`);
