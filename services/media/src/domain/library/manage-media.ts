import type { Media, UpdateMedia } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { MediaRecord } from './media.ts';
import { toMedia } from './media-views.ts';
import { refreshCover } from './refresh-cover.ts';

/** @throws AppError NotFound */
export const findMedia = async ({ media }: MediaDeps, id: string): Promise<MediaRecord> => {
  const found = await media.find(id);
  if (!found) throw new AppError('NotFound');
  return found;
};

/**
 * A public medium: a cover or a sample. A finished video belongs to an order, so library use cases must not change it.
 * @throws AppError NotFound
 */
export const findLibraryMedia = async (deps: MediaDeps, id: string): Promise<MediaRecord> => {
  const found = await findMedia(deps, id);
  if (found.category === 'finished') throw new AppError('NotFound');
  return found;
};

export const auditTarget = ({ id, originalName }: MediaRecord) => ({ type: 'media', id, label: originalName });

/** Everybody may see a published contest, admins any contest. @throws AppError NotFound */
export const requireVisibleContest = async (
  { catalog }: MediaDeps,
  { contestId, isAdmin }: { contestId: string; isAdmin: boolean },
): Promise<void> => {
  const contest = await catalog.find(contestId);
  if (!contest || !(contest.published || isAdmin)) throw new AppError('NotFound');
};

/** The media of a contest; only admins may list those of an unpublished contest. @throws AppError NotFound */
export const listMedia = async (deps: MediaDeps, { contestId, isAdmin }: { contestId: string; isAdmin: boolean }): Promise<Media[]> => {
  const [records] = await Promise.all([deps.media.listByContest(contestId), requireVisibleContest(deps, { contestId, isAdmin })]);
  return records.flatMap((record) => toMedia(record, { isAdmin }) ?? []);
};

/** Sets the display order of one medium; the others keep theirs. @throws AppError NotFound, also for a finished video */
export const reorderMedia = async (
  deps: MediaDeps,
  { id, update, actor }: { id: string; update: UpdateMedia; actor: Actor },
): Promise<Media> => {
  const record = await findLibraryMedia(deps, id);
  const { displayOrder } = update;
  const moved = toMedia({ ...record, displayOrder }, { isAdmin: true });
  if (!moved) throw new AppError('NotFound');
  if (displayOrder === record.displayOrder) return moved;

  const before = { displayOrder: record.displayOrder };
  const event = adminActedEvent({ actor, action: 'media.reordered', target: auditTarget(record), before, after: { displayOrder } });
  if (!(await deps.media.setDisplayOrder({ id, displayOrder, events: [event] }))) throw new AppError('NotFound');
  // The order decides which sample video is the first.
  await refreshCover(deps, record.contestId);
  return moved;
};

/** @throws AppError NotFound, also when it was deleted before, and for a finished video: the sweep removes those */
export const deleteMedia = async (deps: MediaDeps, { id, actor }: { id: string; actor: Actor }): Promise<void> => {
  const record = await findLibraryMedia(deps, id);
  const { contestId, category } = record;
  const event = adminActedEvent({ actor, action: 'media.deleted', target: auditTarget(record), before: { contestId, category } });
  // Without its upload record, a repeated completion request cannot insert the medium again.
  await deps.uploads.remove(id);
  if (!(await deps.media.erase({ id, events: [event] }))) throw new AppError('NotFound');
  await removeFiles(deps, record);
  await refreshCover(deps, contestId);
};

/** Call it after the record is erased, so that no response links to a removed file. The sweep removes what a crash leaves. */
export const removeFiles = async (
  { storage }: MediaDeps,
  { original, thumbnail, poster, variants, preview }: MediaRecord,
): Promise<void> => {
  for (const file of [original, thumbnail, poster, ...variants, preview]) if (file) await storage.remove(file.key);
};
