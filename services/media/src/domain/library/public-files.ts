import type { Readable } from 'node:stream';
import type { Span } from '@stagereel/contracts';
import type { MediaDeps } from '../deps.ts';
import type { StoredFile } from './media.ts';

const MAX_CACHED = 2000;

/**
 * Finds public files by content hash and caches the result, because players request one file in many ranges. A cached file whose bytes are
 * missing is evicted and looked up once more: another medium may have the same content.
 */
export const createPublicFiles = ({ media, storage }: MediaDeps) => {
  const cache = new Map<string, StoredFile>();

  const findByHash = async (hash: string): Promise<StoredFile | undefined> => {
    const cached = cache.get(hash);
    if (cached) return cached;
    const file = await media.findPublicFile(hash);
    if (!file) return undefined;
    const oldest = cache.size >= MAX_CACHED ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(hash, file);
    return file;
  };

  return {
    find: async ({ hash, extension }: { hash: string; extension: string }): Promise<StoredFile | undefined> => {
      const file = await findByHash(hash);
      return file?.extension === extension ? file : undefined;
    },
    /** Undefined when the bytes are missing. */
    read: async (file: StoredFile, { start, end }: Span): Promise<Readable | undefined> => {
      const bytes = await storage.read({ key: file.key, start, end });
      if (bytes) return bytes;
      cache.delete(file.hash);
      const other = await findByHash(file.hash);
      return other && storage.read({ key: other.key, start, end });
    },
  };
};
export type PublicFiles = ReturnType<typeof createPublicFiles>;
