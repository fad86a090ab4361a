import type { Span } from '@stagereel/contracts';
import type { ByteSource } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { StoredFile } from '../records.ts';

const REMEMBERED = 2000;

/**
 * Finds public files by what their address names. What was found is remembered, because it is asked for in many ranges; a file whose bytes
 * turn out to be gone is forgotten and looked for once more, as another medium may have the same content.
 */
export const createPublicFiles = ({ media, storage }: Pick<MediaDeps, 'media' | 'storage'>) => {
  const known = new Map<string, StoredFile>();

  const find = async (hash: string): Promise<StoredFile | undefined> => {
    const remembered = known.get(hash);
    if (remembered) return remembered;
    const file = await media.findPublicFile(hash);
    if (!file) return undefined;
    const oldest = known.size >= REMEMBERED ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(hash, file);
    return file;
  };

  return {
    find: async ({ hash, extension }: { hash: string; extension: string }): Promise<StoredFile | undefined> => {
      const file = await find(hash);
      return file?.extension === extension ? file : undefined;
    },
    /** Undefined when the bytes are gone. */
    openSource: async (file: StoredFile, { start, end }: Span): Promise<ByteSource | undefined> => {
      const source = await storage.openSource({ key: file.key, start, end });
      if (source) return source;
      known.delete(file.hash);
      const other = await find(file.hash);
      return other && storage.openSource({ key: other.key, start, end });
    },
  };
};
export type PublicFiles = ReturnType<typeof createPublicFiles>;
