import { isDeepStrictEqual } from 'node:util';
import { coverChanged } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { MediaDeps } from '../deps.ts';
import type { PublishedCover } from './contests.ts';
import type { MediaRecord } from './media.ts';
import { publicUrl } from './media-views.ts';

const MAX_ATTEMPTS = 100;

/** The newest cover, as its largest web-sized variant once that exists. */
const currentCover = (media: readonly MediaRecord[]): string | null => {
  const covers = media.filter(({ category }) => category === 'cover-image');
  const newest = covers.reduce<MediaRecord | undefined>((a, b) => (a && a.uploadedAt >= b.uploadedAt ? a : b), undefined);
  return newest ? publicUrl(newest.variants.at(-1) ?? newest.original) : null;
};

/** What the order form shows of a sample video first: the admin's thumbnail, else the smallest still, which suits a phone. */
const currentPoster = ({ thumbnail, variants, poster }: MediaRecord) => poster && (thumbnail ?? variants[0] ?? poster);

/** Whether there are samples, and the first sample video that has a poster. `media` is in display order. */
const currentSamples = (media: readonly MediaRecord[]): Pick<PublishedCover, 'hasSamples' | 'sampleVideo'> => {
  const samples = media.filter(({ category }) => category === 'sample');
  const [sampleVideo = null] = samples.flatMap((sample) => {
    const poster = currentPoster(sample);
    return sample.type === 'video' && poster ? [{ url: publicUrl(sample.original), posterUrl: publicUrl(poster) }] : [];
  });
  return { hasSamples: samples.length > 0, sampleVideo };
};

/**
 * Publishes the current cover and samples of a contest when they differ from the last published ones. Called after each change that can affect
 * them, and by the sweep. The result depends only on stored data, so calls may be repeated and reordered.
 */
export const refreshCover = async ({ media, contests }: MediaDeps, contestId: string): Promise<void> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { revision, isDeleted, published } = await contests.find(contestId);
    if (isDeleted) return;
    const records = await media.listByContest(contestId);
    const cover: PublishedCover = { coverImage: currentCover(records), ...currentSamples(records) };
    if (isDeepStrictEqual(cover, published)) return;
    const events = [createEvent(coverChanged, { contestId, ...cover, revision: revision + 1 })];
    if (await contests.setCover({ contestId, revision, cover, events })) return;
  }
};
