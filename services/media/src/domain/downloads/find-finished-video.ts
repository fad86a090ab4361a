import { AppError } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import { type Finished, isFinished } from './find-finished-videos.ts';

/** A finished video, for an admin who looks at what goes out or went out. @throws AppError NotFound */
export const findFinishedVideo = async ({ media }: Pick<MediaDeps, 'media'>, id: string): Promise<Finished> => {
  const found = await media.find(id);
  if (!isFinished(found)) throw new AppError('NotFound');
  return found;
};
