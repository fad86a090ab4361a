import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';

type Deps = Pick<MediaDeps, 'uploads' | 'chunks' | 'media' | 'storage' | 'room'>;

/**
 * Whether disk and quota have room for all open uploads and so many bytes more. What open uploads have written is gone from the free space
 * already; the rest of them is still to come. What arrives meanwhile is rather counted twice than not at all.
 * @throws AppError StorageFull, StorageQuotaExceeded
 */
export const assertRoomFor = async ({ uploads, chunks, media, storage, room }: Deps, more: number): Promise<void> => {
  const { ids, bytes } = await uploads.open();
  const toCome = Math.max(0, bytes - (await chunks.storedBytes(ids)));
  const free = await storage.freeBytes();
  if (free !== undefined && free - room.reserveBytes - toCome < more) throw new AppError('StorageFull');
  if (room.quotaBytes > 0 && bytes + (await media.storedBytes()) + more > room.quotaBytes) throw new AppError('StorageQuotaExceeded');
};
