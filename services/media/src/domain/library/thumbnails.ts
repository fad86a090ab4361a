import { MAX_THUMBNAIL_BYTES, THUMBNAIL_SIDE, type UploadThumbnail } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import { auditTarget, findLibraryMedia, requireVisibleContest } from './manage-media.ts';
import { publicUrl } from './media-views.ts';
import { type Picture, storePicture } from './pictures.ts';
import { refreshCover } from './refresh-cover.ts';

/**
 * Sets the thumbnail of a medium and returns its URL.
 * @throws AppError NotFound, also for a finished video; ImageRequired when it is not a picture; ImageUnreadable; ThumbnailSizeWrong
 */
export const setThumbnail = async (
  deps: MediaDeps,
  { id, upload, actor }: { id: string; upload: UploadThumbnail; actor: Actor },
): Promise<string> => {
  const record = await findLibraryMedia(deps, id);
  const picture = await readPicture(deps, Buffer.from(upload.data.slice(upload.data.indexOf(',') + 1), 'base64'));
  const thumbnail = await storePicture(deps.storage, { mediaId: id, picture });
  const events = [adminActedEvent({ actor, action: 'media.thumbnail-set', target: auditTarget(record) })];
  if (!(await deps.media.setThumbnail({ id, thumbnail, events }))) {
    await deps.storage.remove(thumbnail.key);
    throw new AppError('NotFound');
  }
  await refreshCover(deps, record.contestId);
  if (record.thumbnail) await deps.storage.remove(record.thumbnail.key);
  return publicUrl(thumbnail);
};

/** Checks the size from the header before decoding: a small file can decode to more pixels than fit in memory. */
const readPicture = async ({ images, detectFileType }: MediaDeps, bytes: Buffer): Promise<Picture> => {
  if (bytes.length > MAX_THUMBNAIL_BYTES) throw new AppError('PayloadTooLarge');
  const type = await detectFileType(bytes);
  if (!type?.contentType.startsWith('image/')) throw new AppError('ImageRequired');
  const pixels = await images.measure(bytes);
  if (!pixels) throw new AppError('ImageUnreadable');
  if (pixels.width !== THUMBNAIL_SIDE || pixels.height !== THUMBNAIL_SIDE) throw new AppError('ThumbnailSizeWrong');
  return images.clean(bytes).catch((cause: unknown) => {
    throw new AppError('ImageUnreadable', { cause });
  });
};

/** @throws AppError NotFound, also when the medium has no thumbnail */
export const removeThumbnail = async (deps: MediaDeps, { id, actor }: { id: string; actor: Actor }): Promise<void> => {
  const record = await findLibraryMedia(deps, id);
  if (!record.thumbnail) throw new AppError('NotFound');
  const events = [adminActedEvent({ actor, action: 'media.thumbnail-removed', target: auditTarget(record) })];
  await deps.media.setThumbnail({ id, thumbnail: null, events });
  await refreshCover(deps, record.contestId);
  await deps.storage.remove(record.thumbnail.key);
};

/** The URL of a thumbnail; only admins may see those of an unpublished contest. @throws AppError NotFound */
export const findThumbnail = async (
  deps: MediaDeps,
  { contestId, mediaId, isAdmin }: { contestId: string; mediaId: string; isAdmin: boolean },
): Promise<string> => {
  await requireVisibleContest(deps, { contestId, isAdmin });
  const record = await findLibraryMedia(deps, mediaId);
  if (record.contestId !== contestId || !record.thumbnail) throw new AppError('NotFound');
  return publicUrl(record.thumbnail);
};
