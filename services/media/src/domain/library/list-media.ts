import type { Media } from '@stagereel/contracts';
import { toMedia } from '../media-views.ts';
import type { MediaDeps } from '../ports.ts';
import { assertVisible } from './assert-visible.ts';

type Deps = Pick<MediaDeps, 'media' | 'catalog'>;

/** The media of a contest; of an unpublished one for admins alone. @throws AppError NotFound */
export const listMedia = async (deps: Deps, { contestId, isAdmin }: { contestId: string; isAdmin: boolean }): Promise<Media[]> => {
  const [records] = await Promise.all([deps.media.ofContest(contestId), assertVisible(deps, { contestId, isAdmin })]);
  return records.flatMap((record) => toMedia(record) ?? []);
};
