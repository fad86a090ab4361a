import { createHash, randomBytes } from 'node:crypto';
import type { MediaDeps, Picture } from '../ports.ts';
import type { StoredFile } from '../records.ts';

/** Stores a picture that belongs to a medium, under a name no other attempt has. */
export const storePicture = async (
  { storage }: Pick<MediaDeps, 'storage'>,
  { mediaId, picture }: { mediaId: string; picture: Picture },
): Promise<StoredFile> => {
  const { bytes, ...facts } = picture;
  const key = `${mediaId}.${randomBytes(8).toString('hex')}`;
  await storage.put({ key, bytes, contentType: facts.contentType });
  return { key, hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, ...facts };
};
