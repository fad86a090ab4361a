import type { Media } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { toMedia } from '../media-views.ts';
import type { MediaDeps } from '../ports.ts';

type Deps = Pick<MediaDeps, 'media' | 'catalog'>;

/** The media of a contest; of an unpublished one for admins alone. @throws AppError NotFound */
export const listMedia = async (
  { media, catalog }: Deps,
  { contestId, isAdmin }: { contestId: string; isAdmin: boolean },
): Promise<Media[]> => {
  const [contest, records] = await Promise.all([catalog.find(contestId), media.ofContest(contestId)]);
  if (!contest || !(contest.published || isAdmin)) throw new AppError('NotFound');
  return records.flatMap((record) => toMedia(record) ?? []);
};
