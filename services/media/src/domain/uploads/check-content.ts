import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';
import type { StoredChunk } from '../records.ts';

type Input = { key: string; size: number; chunks: readonly StoredChunk[]; expected: string | null };
/** `damaged`: what lies in the places of these chunks is not what was recorded. */
export type ContentCheck = { hash: string; damaged: number[] };

/**
 * Reads a file through once. Its hash tells whether it is what the client has; the checksums of the chunks tell, where the client gave no
 * hash or another one, whether two writers met in one place.
 */
export const checkContent = async (
  { storage }: Pick<MediaDeps, 'storage'>,
  { key, size, chunks, expected }: Input,
): Promise<ContentCheck> => {
  const hash = await hashOf({ storage, key, start: 0, end: size - 1 });
  if (hash === expected) return { hash, damaged: [] };
  const damaged: number[] = [];
  for (const { index, checksum } of chunks) {
    const start = index * CHUNK_BYTES;
    const actual = await checksumOf({ storage, key, start, end: Math.min(size, start + CHUNK_BYTES) - 1 });
    if (actual !== checksum) damaged.push(index);
  }
  return { hash, damaged };
};

type Range = Pick<MediaDeps, 'storage'> & { key: string; start: number; end: number };

const piecesOf = async ({ storage, ...range }: Range): Promise<AsyncIterable<Buffer>> => {
  const pieces = await storage.read(range);
  if (!pieces) throw new Error(`the bytes of ${range.key} are gone`);
  return pieces;
};

const hashOf = async (range: Range): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of await piecesOf(range)) hash.update(piece);
  return hash.digest('hex');
};

const checksumOf = async (range: Range): Promise<number> => {
  let checksum = 0;
  for await (const piece of await piecesOf(range)) checksum = crc32(piece, checksum);
  return checksum;
};
