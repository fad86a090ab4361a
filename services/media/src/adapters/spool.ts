import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withStorageFull } from './write-to-disk.ts';

/**
 * Buffers a stream that cannot be processed yet, and returns it as a new stream. The caller must call `dispose`, whether it has read the
 * stream or not.
 * @throws AppError StorageFull; the error of the source stream
 */
export type Spool = (source: Readable) => Promise<{ body: Readable; dispose: () => Promise<void> }>;

/** Buffers in temporary files of an existing folder. */
export const createSpool =
  (dir: string): Spool =>
  async (source) => {
    const path = join(dir, randomUUID());
    const remove = (): Promise<void> => rm(path, { force: true });
    const file = createWriteStream(path);
    const isClosed = new Promise<void>((resolve) => file.once('close', resolve));
    try {
      await withStorageFull(pipeline(source, file));
      const body = (await open(path)).createReadStream();
      return {
        body,
        dispose: async () => {
          body.destroy();
          await remove();
        },
      };
    } catch (error) {
      // A source can fail before the file was created; removed too early, the file would be created afterwards.
      await isClosed;
      await remove();
      throw error;
    }
  };
