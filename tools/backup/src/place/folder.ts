import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { undefinedIfMissing } from '@stagereel/service-kit';
import type { Target } from './target.ts';

const PARTIAL = '.partial-';

const sync = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
};

/** Removes a folder and those above it, as long as they are empty. */
const removeEmpty = async (folder: string, root: string): Promise<void> => {
  if (folder === root) return;
  const isRemoved = await rmdir(folder).then(
    () => true,
    () => false,
  );
  if (isRemoved) await removeEmpty(dirname(folder), root);
};

/** A folder. A file gets its name once its bytes are on the disk, so no crash leaves half a file under a name. */
export const openFolder = (path: string): Target => {
  const root = resolve(path);
  return {
    place: root,
    write: async (name, bytes) => {
      const file = join(root, name);
      const partial = join(dirname(file), `${PARTIAL}${randomUUID()}`);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(partial, 'wx', 0o600);
      try {
        for await (const piece of bytes) await handle.writeFile(piece);
        await handle.sync();
        await handle.close();
        await rename(partial, file);
        await sync(dirname(file));
      } catch (error) {
        await handle.close().catch(() => undefined);
        await rm(partial, { force: true });
        throw error;
      }
    },
    read: async (name) => {
      const file = join(root, name);
      return (await undefinedIfMissing(stat(file))) && createReadStream(file);
    },
    list: async function* (prefix) {
      const entries = (await undefinedIfMissing(readdir(join(root, prefix), { recursive: true, withFileTypes: true }))) ?? [];
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const file = join(entry.parentPath, entry.name);
        const stats = await undefinedIfMissing(stat(file));
        if (stats) yield { name: file.slice(root.length + 1), size: stats.size };
      }
    },
    remove: async (name) => {
      const file = join(root, name);
      await rm(file, { force: true });
      await removeEmpty(dirname(file), root);
    },
  };
};
