import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError, objectsFolder, readStored, storedPath, undefinedIfMissing } from '@stagereel/service-kit';
import { MARK_NAME, parseMark, type Storage, serializeMark } from '../domain/storage/storage.ts';
import { withStorageFull, writeStreamAt } from './write-to-disk.ts';

/** One file per upload, allocated at full size. Chunks are written at their final position, so finishing an upload copies nothing. */
export const createFilesystemStorage = async (dir: string): Promise<Storage> => {
  const objects = objectsFolder(dir);
  await mkdir(objects, { recursive: true });

  const markPath = join(dir, MARK_NAME);
  const pathOf = (key: string): string => storedPath({ dir, key });
  const remove = async (key: string): Promise<void> => {
    await rm(pathOf(key), { force: true });
  };

  return {
    isFolder: true,
    begin: async ({ key, size }) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await withFile(path, 'wx', async (file) => {
        await withStorageFull(file.truncate(size));
        await file.sync();
      });
      await syncFolder(dirname(path));
      return null;
    },
    writeChunk: async ({ key, offset, size, body, signal }) => {
      const write = withFile(pathOf(key), 'r+', async (file) => {
        const checksum = await writeStreamAt({ file, offset, size, body, signal });
        await file.datasync();
        return checksum;
      });
      const checksum = await undefinedIfMissing(withStorageFull(write));
      // The upload was cancelled or swept in the meantime.
      if (checksum === undefined) throw new AppError('UploadNotFound');
      return { checksum, receipt: null };
    },
    finish: async () => 'finished',
    abandon: ({ key }) => remove(key),
    read: (span) => readStored({ dir, ...span }),
    withLocalFile: ({ key }, use) => use(pathOf(key)),
    put: async ({ key, bytes }) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeAtomically({ path, bytes });
    },
    remove,
    list: () => listObjects(objects),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(objects);
      return bavail * bsize;
    },
    readMark: async () => {
      const text = await undefinedIfMissing(readFile(markPath, 'utf8'));
      return text === undefined ? undefined : parseMark(text);
    },
    writeMark: (known) => writeAtomically({ path: markPath, bytes: serializeMark(known) }),
    ping: async () => {
      await statfs(objects);
    },
  };
};

const withFile = async <Result>(path: string, flags: string, use: (file: FileHandle) => Promise<Result>): Promise<Result> => {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
};

/** Writes to a temporary name first, so that no reader sees a partial file. */
const writeAtomically = async ({ path, bytes }: { path: string; bytes: Buffer }): Promise<void> => {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await withStorageFull(writeFile(temporary, bytes, { flush: true }));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
};

/** A new directory entry is durable only after its folder was synced. */
const syncFolder = (path: string): Promise<void> => withFile(path, 'r', (folder) => folder.sync());

async function* listObjects(objects: string): ReturnType<Storage['list']> {
  for (const shard of await readdir(objects)) {
    for (const key of await readdir(join(objects, shard))) {
      const stats = await undefinedIfMissing(stat(join(objects, shard, key)));
      if (stats?.isFile()) yield { key, handle: null, size: stats.blocks * 512, changedAt: stats.mtime };
    }
  }
}
