import { createHash, randomBytes } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';
import type { StoredFile } from './media.ts';

export type Picture = { bytes: Buffer; contentType: string; extension: string; width: number; height: number };

/** Draws a watermark of that size as a transparent PNG. */
export type DrawWatermark = (size: { width: number; height: number }, signal?: AbortSignal) => Promise<Buffer>;

/** Decodes and encodes pictures. */
export type ImageProcessor = {
  /** The displayed size in pixels, read from the header only; undefined when it cannot be read. */
  measure: (source: string | Buffer) => Promise<{ width: number; height: number } | undefined>;
  /** Web-sized pictures, smallest first. Throws when the picture is broken. */
  resize: (source: string | Buffer, signal?: AbortSignal) => Promise<Picture[]>;
  /** The picture without camera metadata. Throws when the picture is broken. */
  clean: (source: Buffer) => Promise<Picture>;
  /** The same for an uploaded file in its full size and quality; undefined when the picture is broken. */
  cleanOriginal: (path: string) => Promise<Picture | undefined>;
  watermark: DrawWatermark;
};

/** Stores a picture that belongs to a medium. Each call uses a new key. */
export const storePicture = async (storage: Storage, { mediaId, picture }: { mediaId: string; picture: Picture }): Promise<StoredFile> => {
  const { bytes, ...metadata } = picture;
  const key = `${mediaId}.${randomBytes(8).toString('hex')}`;
  await storage.put({ key, bytes, contentType: metadata.contentType });
  return { key, hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, ...metadata };
};
