import type { SiteStatus } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import type { ContestListItem } from './contest.ts';

export type Publication = Pick<ContestListItem, 'sitePublicStatus' | 'videoPublished' | 'scheduledPublishDate' | 'isComingSoon'>;

const publicationOf = ({ sitePublicStatus, videoPublished, scheduledPublishDate, isComingSoon }: Publication): Publication => ({
  sitePublicStatus,
  videoPublished,
  scheduledPublishDate,
  isComingSoon,
});

export const UNPUBLISHED: Publication = {
  sitePublicStatus: 'private',
  videoPublished: false,
  scheduledPublishDate: null,
  isComingSoon: false,
};
export const PUBLISHED: Publication = { sitePublicStatus: 'public', videoPublished: true, scheduledPublishDate: null, isComingSoon: false };

const isDue = ({ sitePublicStatus, scheduledPublishDate }: Publication, now: Date): boolean =>
  sitePublicStatus === '公開予約' && scheduledPublishDate !== null && scheduledPublishDate <= now;

/** A contest whose scheduled time has come counts as published, even before a sweep has stored that. */
export const applyDuePublication = <Record extends Publication>(contest: Record, now: Date): Record =>
  isDue(contest, now) ? { ...contest, ...PUBLISHED } : contest;

/** Sweep: stores contests as published whose scheduled time has come. */
export const publishDueContests = async ({ contests, now }: Pick<CatalogDeps, 'contests' | 'now'>): Promise<void> => {
  const time = now();
  const ids = await contests.listDue(time);
  if (ids.length > 0) await contests.publishDue({ ids, now: time });
};

export const isPublished = (contest: Publication, now: Date): boolean => applyDuePublication(contest, now).videoPublished;

type PublicationChanges = {
  sitePublicStatus?: SiteStatus | undefined;
  videoPublished?: boolean | undefined;
  scheduledPublishDate?: string | null | undefined;
  isComingSoon?: boolean | undefined;
};

/** An explicit status decides; without one, the switch in the contest list does. */
const requestedStatus = ({ sitePublicStatus, videoPublished }: PublicationChanges, current: SiteStatus): SiteStatus => {
  if (sitePublicStatus !== undefined) return sitePublicStatus;
  if (videoPublished === undefined) return current;
  return videoPublished ? 'public' : 'private';
};

type PublicationInput = { current: Publication; changes: PublicationChanges; now: Date };

/**
 * The publication of a contest after the changes. Status and published videos always agree; only a scheduled publication has a date, and a
 * published contest is never announced as coming soon.
 * @throws AppError PublishDateRequired if a publication is scheduled without a date in the future
 */
export const decidePublication = ({ current, changes, now }: PublicationInput): Publication => {
  const { sitePublicStatus, videoPublished, scheduledPublishDate: requestedDate, isComingSoon = current.isComingSoon } = changes;
  const hasStatusChanges = sitePublicStatus !== undefined || videoPublished !== undefined || requestedDate !== undefined;
  if (!hasStatusChanges) return { ...publicationOf(current), isComingSoon: isComingSoon && !current.videoPublished };
  const status = requestedStatus(changes, current.sitePublicStatus);
  if (status !== '公開予約') return status === 'public' ? PUBLISHED : { ...UNPUBLISHED, isComingSoon };

  const date = requestedDate === undefined ? current.scheduledPublishDate : requestedDate;
  const scheduledPublishDate = date === null ? null : new Date(date);
  if (scheduledPublishDate === null || scheduledPublishDate <= now) throw new AppError('PublishDateRequired');
  return { sitePublicStatus: '公開予約', videoPublished: false, scheduledPublishDate, isComingSoon };
};
