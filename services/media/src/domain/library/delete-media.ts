import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';
import { auditTarget, findLibraryMedia } from './find-media.ts';
import { refreshCover } from './refresh-cover.ts';

type Deps = Pick<MediaDeps, 'media' | 'uploads' | 'contests' | 'storage'>;

/** @throws AppError NotFound, also for one that is deleted already, and for a finished video: the sweep takes that when no order needs it */
export const deleteMedia = async (deps: Deps, { id, actor }: { id: string; actor: Actor }): Promise<void> => {
  const record = await findLibraryMedia(deps, id);
  const { contestId, category } = record;
  const event = adminActedEvent({ actor, action: 'media.deleted', target: auditTarget(record), before: { contestId, category } });
  // Without its upload nobody can put it back by asking for its completion again.
  await deps.uploads.remove(id);
  if (!(await deps.media.erase({ id, events: [event] }))) throw new AppError('NotFound');
  await removeFiles(deps, record);
  if (category === 'cover-image') await refreshCover(deps, contestId);
};

/** After the record, so that nobody is sent to a file that is gone; what a crash leaves behind is swept. */
export const removeFiles = async (
  { storage }: Pick<MediaDeps, 'storage'>,
  { original, thumbnail, poster, variants, preview }: Pick<MediaRecord, 'original' | 'thumbnail' | 'poster' | 'variants' | 'preview'>,
): Promise<void> => {
  for (const file of [original, thumbnail, poster, ...variants, preview]) if (file) await storage.remove(file.key);
};
