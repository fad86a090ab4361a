import { coverChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { urlOf } from '../media-views.ts';
import type { MediaDeps } from '../ports.ts';
import type { MediaRecord } from '../records.ts';

type Deps = Pick<MediaDeps, 'media' | 'contests'>;

const ATTEMPTS = 100;

/** The newest cover counts, in its largest web-sized form once there is one. */
const coverImageOf = (media: readonly MediaRecord[]): string | null => {
  const covers = media.filter(({ category }) => category === 'cover-image');
  const newest = covers.reduce<MediaRecord | undefined>((a, b) => (a && a.uploadedAt >= b.uploadedAt ? a : b), undefined);
  return newest ? urlOf(newest.variants.at(-1) ?? newest.original) : null;
};

/**
 * Compares a contest's cover with what others were last told, and tells them when it is another one. Called after every change that could
 * matter and by the sweep: the answer depends on what is stored alone, so neither order nor repetition matters.
 */
export const refreshCover = async ({ media, contests }: Deps, contestId: string): Promise<void> => {
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const note = await contests.find(contestId);
    if (note.isDeleted) return;
    const coverImage = coverImageOf(await media.ofContest(contestId));
    if (coverImage === note.coverImage) return;
    const events = [createEvent(coverChanged, { contestId, coverImage, revision: note.revision + 1 })];
    if (await contests.setCover({ contestId, revision: note.revision, coverImage, events })) return;
  }
};
