import type { SiteStatus } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { ContestHead } from './records.ts';

export type Publication = Pick<ContestHead, 'sitePublicStatus' | 'videoPublished' | 'scheduledPublishDate'>;

const publicationOf = ({ sitePublicStatus, videoPublished, scheduledPublishDate }: Publication): Publication => ({
  sitePublicStatus,
  videoPublished,
  scheduledPublishDate,
});

export const UNPUBLISHED: Publication = { sitePublicStatus: 'private', videoPublished: false, scheduledPublishDate: null };
export const PUBLISHED: Publication = { sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null };

const isDue = ({ sitePublicStatus, scheduledPublishDate }: Publication, now: Date): boolean =>
  sitePublicStatus === '公開予約' && scheduledPublishDate !== null && scheduledPublishDate <= now;

/** The contest as it counts at a time: a reservation whose time has come is a publication, whether or not a sweep has stored it yet. */
export const asOf = <Record extends Publication>(contest: Record, now: Date): Record =>
  isDue(contest, now) ? { ...contest, ...PUBLISHED } : contest;

export const isPublished = (contest: Publication, now: Date): boolean => asOf(contest, now).videoPublished;

type Wish = {
  sitePublicStatus?: SiteStatus | undefined;
  videoPublished?: boolean | undefined;
  scheduledPublishDate?: string | null | undefined;
};

/** Where the status is named it decides; else the toggle of the contest list does. */
const wishedStatus = ({ sitePublicStatus, videoPublished }: Wish, current: SiteStatus): SiteStatus => {
  if (sitePublicStatus !== undefined) return sitePublicStatus;
  if (videoPublished === undefined) return current;
  return videoPublished ? 'public' : 'private';
};

/**
 * What becomes of a contest's publication. Status and published videos always agree; a date belongs to a reservation alone.
 * @throws AppError PublishDateRequired for a reservation without a date in the future
 */
export const decidePublication = ({ current, wish, now }: { current: Publication; wish: Wish; now: Date }): Publication => {
  const isWished = wish.sitePublicStatus !== undefined || wish.videoPublished !== undefined || wish.scheduledPublishDate !== undefined;
  if (!isWished) return publicationOf(current);
  const status = wishedStatus(wish, current.sitePublicStatus);
  if (status !== '公開予約') return status === 'public' ? PUBLISHED : UNPUBLISHED;

  const date = wish.scheduledPublishDate === undefined ? current.scheduledPublishDate : wish.scheduledPublishDate;
  const scheduledPublishDate = date === null ? null : new Date(date);
  if (scheduledPublishDate === null || scheduledPublishDate <= now) throw new AppError('PublishDateRequired');
  return { sitePublicStatus: '公開予約', videoPublished: false, scheduledPublishDate };
};
