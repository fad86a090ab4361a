import { MAX_THUMBNAIL_BYTES, THUMBNAIL_SIDE, type UploadThumbnail } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { urlOf } from '../media-views.ts';
import type { MediaDeps, Picture } from '../ports.ts';
import { assertVisible } from './assert-visible.ts';
import { auditTarget, findLibraryMedia } from './find-media.ts';
import { storePicture } from './store-picture.ts';

type Deps = Pick<MediaDeps, 'media' | 'storage' | 'images' | 'detectKind'>;

/**
 * Gives a medium a thumbnail and answers its address.
 * @throws AppError NotFound, also for a finished video, ImageRequired for what is no picture, ImageUnreadable for a broken one, ThumbnailSizeWrong
 */
export const setThumbnail = async (
  deps: Deps,
  { id, upload, actor }: { id: string; upload: UploadThumbnail; actor: Actor },
): Promise<string> => {
  const record = await findLibraryMedia(deps, id);
  const picture = await readPicture(deps, Buffer.from(upload.data.slice(upload.data.indexOf(',') + 1), 'base64'));
  const thumbnail = await storePicture(deps, { mediaId: id, picture });
  const events = [adminActedEvent({ actor, action: 'media.thumbnail-set', target: auditTarget(record) })];
  if (!(await deps.media.setThumbnail({ id, thumbnail, events }))) {
    await deps.storage.remove(thumbnail.key);
    throw new AppError('NotFound');
  }
  if (record.thumbnail) await deps.storage.remove(record.thumbnail.key);
  return urlOf(thumbnail);
};

/** Measured before it is opened: a small file can hold a picture that no memory holds. */
const readPicture = async ({ images, detectKind }: Deps, bytes: Buffer): Promise<Picture> => {
  if (bytes.length > MAX_THUMBNAIL_BYTES) throw new AppError('PayloadTooLarge');
  const kind = await detectKind(bytes);
  if (!kind?.contentType.startsWith('image/')) throw new AppError('ImageRequired');
  const pixels = await images.measure(bytes);
  if (!pixels) throw new AppError('ImageUnreadable');
  if (pixels.width !== THUMBNAIL_SIDE || pixels.height !== THUMBNAIL_SIDE) throw new AppError('ThumbnailSizeWrong');
  return images.clean(bytes).catch((cause: unknown) => {
    throw new AppError('ImageUnreadable', { cause });
  });
};

/** @throws AppError NotFound, also when there is none */
export const removeThumbnail = async (
  { media, storage }: Pick<MediaDeps, 'media' | 'storage'>,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> => {
  const record = await findLibraryMedia({ media }, id);
  if (!record.thumbnail) throw new AppError('NotFound');
  const events = [adminActedEvent({ actor, action: 'media.thumbnail-removed', target: auditTarget(record) })];
  await media.setThumbnail({ id, thumbnail: null, events });
  await storage.remove(record.thumbnail.key);
};

/** Where the thumbnail is; that of an unpublished contest's medium for admins alone. @throws AppError NotFound */
export const findThumbnail = async (
  deps: Pick<MediaDeps, 'media' | 'catalog'>,
  { contestId, mediaId, isAdmin }: { contestId: string; mediaId: string; isAdmin: boolean },
): Promise<string> => {
  await assertVisible(deps, { contestId, isAdmin });
  const record = await findLibraryMedia(deps, mediaId);
  if (record.contestId !== contestId || !record.thumbnail) throw new AppError('NotFound');
  return urlOf(record.thumbnail);
};
