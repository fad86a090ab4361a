import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES, MAX_IMAGE_PIXELS } from '@stagereel/contracts';
import type { MediaDeps } from '../deps.ts';
import type { StoredFile } from '../library/media.ts';
import type { VideoProbe } from '../processing/videos.ts';
import type { StoredChunk, UploadRecord, UploadRefusal } from './upload.ts';

/** Enough for the longest of the signatures that are detected. */
const HEAD_BYTES = 8192;
/** Reading a header takes a moment. The client waits for it at the end of an upload, and the result only serves to warn. */
const PROBE_TIMEOUT_MS = 10_000;

/** `damaged`: the chunks whose stored bytes do not match their recorded checksum. */
export type ContentCheck = { hash: string; damaged: number[] };

/**
 * Hashes the file. When the client sent no hash or another one, the chunk checksums show whether two writers wrote to the same position.
 */
export const checkContent = async (
  { storage }: MediaDeps,
  { key, size, chunks, expected }: { key: string; size: number; chunks: readonly StoredChunk[]; expected: string | null },
): Promise<ContentCheck> => {
  const read = async (start: number, end: number): Promise<Readable> => {
    const bytes = await storage.read({ key, start, end });
    if (!bytes) throw new Error(`Stored object ${key} is missing`);
    return bytes;
  };

  const sha256 = createHash('sha256');
  for await (const piece of await read(0, size - 1)) sha256.update(piece);
  const hash = sha256.digest('hex');
  if (hash === expected) return { hash, damaged: [] };

  const damaged: number[] = [];
  for (const { index, checksum } of chunks) {
    const start = index * CHUNK_BYTES;
    let actual = 0;
    for await (const piece of await read(start, Math.min(size, start + CHUNK_BYTES) - 1)) actual = crc32(piece, actual);
    if (actual !== checksum) damaged.push(index);
  }
  return { hash, damaged };
};

/**
 * Detects the file type from the content, whatever its name and its sender claim, and refuses types that the shop does not accept. The size
 * of a picture is checked before it is decoded.
 */
export const inspectFile = async (
  deps: MediaDeps,
  { upload, hash }: { upload: UploadRecord; hash: string },
): Promise<{ original: StoredFile } | { refusal: UploadRefusal }> => {
  const { id: key, fileSize: size, mediaType } = upload;
  const type = await deps.detectFileType(await readHead(deps, { key, size }));
  if (!type) return { refusal: 'FileTypeRefused' };
  if (!type.contentType.startsWith(`${mediaType}/`)) return { refusal: 'FileTypeMismatch' };
  const file = { key, hash, size, ...type };
  if (mediaType === 'video') return { original: { ...file, width: null, height: null } };

  const pixels = await deps.storage.withLocalFile({ key }, (path) => deps.images.measure(path));
  if (!pixels) return { refusal: 'ImageUnreadable' };
  if (pixels.width * pixels.height > MAX_IMAGE_PIXELS) return { refusal: 'ImageTooLarge' };
  return { original: { ...file, ...pixels } };
};

const readHead = async ({ storage }: MediaDeps, { key, size }: { key: string; size: number }): Promise<Buffer> => {
  const bytes = await storage.read({ key, start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  return bytes ? buffer(bytes) : Buffer.alloc(0);
};

/**
 * Reads the header of a finished video before the video can be delivered. When that fails, background processing reads it later; the upload
 * is complete anyway.
 */
export const probeFinishedVideo = async (
  { storage, videos, log }: MediaDeps,
  key: string,
): Promise<VideoProbe | { reading: 'pending'; metadata: null }> => {
  try {
    return await storage.withLocalFile({ key }, (path) => videos.probe({ path, timeoutMs: PROBE_TIMEOUT_MS }));
  } catch (err) {
    log({ err, mediaId: key }, 'Finished video probe failed, retrying in background');
    return { reading: 'pending', metadata: null };
  }
};
