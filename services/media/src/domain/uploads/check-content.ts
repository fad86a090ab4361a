import { createHash } from 'node:crypto';
import { CHUNK_BYTES } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';
import type { StoredChunk } from '../records.ts';

type Input = { key: string; size: number; chunks: readonly StoredChunk[]; expected: string | null };
/** `damaged`: what lies in the places of these chunks is not what was recorded. */
export type ContentCheck = { hash: string; damaged: number[] };

/**
 * Reads a file through once. Its own hash tells whether it is what the client has; the hashes of the chunks tell, where the client gave
 * none or another one, whether two writers met in one place.
 */
export const checkContent = async (
  { storage }: Pick<MediaDeps, 'storage'>,
  { key, size, chunks, expected }: Input,
): Promise<ContentCheck> => {
  const hash = await hashRange({ storage, key, start: 0, end: size - 1 });
  if (hash === expected) return { hash, damaged: [] };
  const damaged: number[] = [];
  for (const { index, hash: recorded } of chunks) {
    const start = index * CHUNK_BYTES;
    const actual = await hashRange({ storage, key, start, end: Math.min(size, start + CHUNK_BYTES) - 1 });
    if (actual !== recorded) damaged.push(index);
  }
  return { hash, damaged };
};

const hashRange = async ({
  storage,
  ...range
}: Pick<MediaDeps, 'storage'> & { key: string; start: number; end: number }): Promise<string> => {
  const pieces = await storage.read(range);
  if (!pieces) throw new Error(`the bytes of ${range.key} are gone`);
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
};
