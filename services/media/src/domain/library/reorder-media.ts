import type { Media, UpdateMedia } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { toMedia } from '../media-views.ts';
import type { MediaDeps } from '../ports.ts';
import { auditTarget, findLibraryMedia } from './find-media.ts';

type Input = { id: string; wish: UpdateMedia; actor: Actor };

/** Gives a medium another place; the others keep theirs. @throws AppError NotFound, also for a finished video, which has no place */
export const reorderMedia = async ({ media }: Pick<MediaDeps, 'media'>, { id, wish, actor }: Input): Promise<Media> => {
  const record = await findLibraryMedia({ media }, id);
  const { displayOrder } = wish;
  const moved = toMedia({ ...record, displayOrder });
  if (!moved) throw new AppError('NotFound');
  if (displayOrder === record.displayOrder) return moved;

  const before = { displayOrder: record.displayOrder };
  const event = adminActedEvent({ actor, action: 'media.reordered', target: auditTarget(record), before, after: { displayOrder } });
  if (!(await media.setDisplayOrder({ id, displayOrder, events: [event] }))) throw new AppError('NotFound');
  return moved;
};
