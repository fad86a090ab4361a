import { MAX_IMAGE_PIXELS } from '@stagereel/contracts';
import type { MediaDeps } from '../ports.ts';
import type { StoredFile, UploadRecord, UploadRefusal } from '../records.ts';

type Deps = Pick<MediaDeps, 'storage' | 'detectKind' | 'images'>;
export type Inspection = { original: StoredFile } | { refusal: UploadRefusal };

/** What the longest of the signatures that are looked for needs. */
const HEAD_BYTES = 8192;

/** Says what a file really is, whatever its name and its sender say, and refuses what the shop does not show. A picture is judged before it is opened. */
export const inspectFile = async (deps: Deps, { upload, hash }: { upload: UploadRecord; hash: string }): Promise<Inspection> => {
  const { id: key, fileSize: size, mediaType } = upload;
  const kind = await deps.detectKind(await readHead(deps, { key, size }));
  if (!kind) return { refusal: 'FileTypeRefused' };
  if (!kind.contentType.startsWith(`${mediaType}/`)) return { refusal: 'FileTypeMismatch' };
  const file = { key, hash, size, ...kind };
  if (mediaType === 'video') return { original: { ...file, width: null, height: null } };

  const pixels = await deps.storage.withLocalFile({ key }, (path) => deps.images.measure(path));
  if (!pixels) return { refusal: 'ImageUnreadable' };
  if (pixels.width * pixels.height > MAX_IMAGE_PIXELS) return { refusal: 'ImageTooLarge' };
  return { original: { ...file, ...pixels } };
};

const readHead = async ({ storage }: Deps, { key, size }: { key: string; size: number }): Promise<Buffer> => {
  const pieces = await storage.read({ key, start: 0, end: Math.min(size, HEAD_BYTES) - 1 });
  const parts: Buffer[] = [];
  // A piece is the reader's own only until the next one.
  for await (const piece of pieces ?? []) parts.push(Buffer.from(piece));
  return Buffer.concat(parts);
};
