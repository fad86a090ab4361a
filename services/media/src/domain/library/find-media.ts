import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';

/** @throws AppError NotFound */
export const findMedia = async ({ media }: Pick<MediaDeps, 'media'>, id: string): Promise<MediaRecord> => {
  const found = await media.find(id);
  if (!found) throw new AppError('NotFound');
  return found;
};

/**
 * A medium that anybody may look at. A finished video is none: it belongs to an order, which alone says what becomes of it.
 * @throws AppError NotFound
 */
export const findLibraryMedia = async (deps: Pick<MediaDeps, 'media'>, id: string): Promise<MediaRecord> => {
  const found = await findMedia(deps, id);
  if (found.category === 'finished') throw new AppError('NotFound');
  return found;
};

/** What the audit log calls a medium. */
export const auditTarget = ({ id, originalName }: Pick<MediaRecord, 'id' | 'originalName'>) => ({ type: 'media', id, label: originalName });
