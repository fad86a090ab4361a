import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';

/** @throws AppError NotFound */
export const findMedia = async ({ media }: Pick<MediaDeps, 'media'>, id: string): Promise<MediaRecord> => {
  const found = await media.find(id);
  if (!found) throw new AppError('NotFound');
  return found;
};

/** What the audit log calls a medium. */
export const auditTarget = ({ id, originalName }: Pick<MediaRecord, 'id' | 'originalName'>) => ({ type: 'media', id, label: originalName });
