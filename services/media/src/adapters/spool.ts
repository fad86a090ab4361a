import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { refusingWhenFull } from './file-system-errors.ts';

/**
 * Puts bytes by until it is known whose they are, and gives them back as a stream. Whoever was given it disposes of it, read or not.
 * @throws AppError StorageFull; what the bytes fail with
 */
export type Spool = (bytes: Readable) => Promise<{ body: Readable; dispose: () => Promise<void> }>;

/** Puts them by as files in a folder that is there. */
export const createSpool =
  (dir: string): Spool =>
  async (bytes) => {
    const path = join(dir, randomUUID());
    const remove = (): Promise<void> => rm(path, { force: true });
    const file = createWriteStream(path);
    const isClosed = new Promise<void>((resolve) => file.once('close', resolve));
    try {
      await refusingWhenFull(pipeline(bytes, file));
      const body = (await open(path)).createReadStream();
      return {
        body,
        dispose: async () => {
          body.destroy();
          await remove();
        },
      };
    } catch (error) {
      // Bytes that break off at once fail before the file is made, and it would be made after it was removed.
      await isClosed;
      await remove();
      throw error;
    }
  };
