import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  AppError,
  createBufferPool,
  objectsFolder,
  readPieces,
  type SendingWays,
  sourceOfFile,
  storedPath,
  unlessMissing,
} from '@stagereel/service-kit';
import type { Storage } from '../domain/storage.ts';
import { refusingWhenFull } from './file-system-errors.ts';
import { MARK_NAME, markBytes, parseMark } from './storage-mark.ts';
import { writeStreamAt } from './write-stream-at.ts';

type Options = { dir: string } & Partial<SendingWays>;

/** One file an upload, in which every chunk has its place from the beginning; so finishing moves no byte. */
export const createFilesystemStorage = async ({ dir, kernel, pool = createBufferPool() }: Options): Promise<Storage> => {
  const objects = objectsFolder(dir);
  await mkdir(objects, { recursive: true });

  const mark = join(dir, MARK_NAME);
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
        await refusingWhenFull(file.truncate(size));
        await file.sync();
      });
      await syncFolder(dirname(path));
      return null;
    },
    writeChunk: async ({ key, offset, size, body, signal }) => {
      const write = withFile(pathOf(key), 'r+', async (file) => {
        const checksum = await writeStreamAt({ file, offset, size, body, pool, signal });
        await file.datasync();
        return checksum;
      });
      const checksum = await unlessMissing(refusingWhenFull(write));
      // Cancelled, or swept, while this came in.
      if (checksum === undefined) throw new AppError('UploadNotFound');
      return { checksum, receipt: null };
    },
    finish: async () => 'finished',
    abandon: ({ key }) => remove(key),
    read: async ({ key, start, end }) => {
      const file = await unlessMissing(open(pathOf(key), 'r'));
      return file && readPieces({ file, start, end, pool });
    },
    openSource: async ({ key, start, end }) => {
      const file = await unlessMissing(open(pathOf(key), 'r'));
      return file && sourceOfFile({ kernel, pool }, { file, start, end });
    },
    withLocalFile: ({ key }, use) => use(pathOf(key)),
    put: async ({ key, bytes }) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole({ path, bytes });
    },
    remove,
    list: () => listObjects(objects),
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(objects);
      return bavail * bsize;
    },
    readMark: async () => {
      const text = await unlessMissing(readFile(mark, 'utf8'));
      return text === undefined ? undefined : parseMark(text);
    },
    writeMark: (known) => writeWhole({ path: mark, bytes: markBytes(known) }),
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

/** Under another name first: whoever finds the name finds all of it. */
const writeWhole = async ({ path, bytes }: { path: string; bytes: Buffer }): Promise<void> => {
  const draft = `${path}.${randomUUID()}`;
  try {
    await refusingWhenFull(writeFile(draft, bytes, { flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
};

/** A new name survives a loss of power only once its folder is on the disk. */
const syncFolder = (path: string): Promise<void> => withFile(path, 'r', (folder) => folder.sync());

async function* listObjects(objects: string): ReturnType<Storage['list']> {
  for (const shard of await readdir(objects)) {
    for (const key of await readdir(join(objects, shard))) {
      const facts = await unlessMissing(stat(join(objects, shard, key)));
      if (facts?.isFile()) yield { key, handle: null, size: facts.blocks * 512, changedAt: facts.mtime };
    }
  }
}
