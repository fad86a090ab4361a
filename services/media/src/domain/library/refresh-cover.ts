import { coverChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { MediaRecord } from './media.ts';
import { publicUrl } from './media-views.ts';

const MAX_ATTEMPTS = 100;

/** The newest cover, as its largest web-sized variant once that exists. */
const currentCover = (media: readonly MediaRecord[]): string | null => {
  const covers = media.filter(({ category }) => category === 'cover-image');
  const newest = covers.reduce<MediaRecord | undefined>((a, b) => (a && a.uploadedAt >= b.uploadedAt ? a : b), undefined);
  return newest ? publicUrl(newest.variants.at(-1) ?? newest.original) : null;
};

/**
 * Publishes the current cover of a contest when it differs from the last published one. Called after each change that can affect the cover,
 * and by the sweep. The result depends only on stored data, so calls may be repeated and reordered.
 */
export const refreshCover = async ({ media, contests }: MediaDeps, contestId: string): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const contest = await contests.find(contestId);
    if (contest.isDeleted) return;
    const coverImage = currentCover(await media.listByContest(contestId));
    if (coverImage === contest.coverImage) return;
    const events = [createEvent(coverChanged, { contestId, coverImage, revision: contest.revision + 1 })];
    if (await contests.setCover({ contestId, revision: contest.revision, coverImage, events })) return;
  }
};
