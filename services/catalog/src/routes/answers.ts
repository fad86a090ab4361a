import type { Category, Contest } from '@stagereel/contracts';
import { errorBodySchema } from '@stagereel/contracts';
import type { CategoryRecord, ContestHead } from '../domain/records.ts';

/** What the routes of the catalog may refuse with. */
export const refusals = { 400: errorBodySchema, 401: errorBodySchema, 403: errorBodySchema, 404: errorBodySchema, 409: errorBodySchema };

export const toContest = (contest: ContestHead): Contest => ({
  id: contest.id,
  name: contest.name,
  slug: contest.slug,
  date: contest.date,
  location: contest.location,
  coverImage: contest.coverImage,
  sitePublicStatus: contest.sitePublicStatus,
  videoPublished: contest.videoPublished,
  photoPublished: contest.photoPublished,
  scheduledPublishDate: contest.scheduledPublishDate?.toISOString() ?? null,
  createdAt: contest.createdAt.toISOString(),
  version: contest.version,
});

export const toCategory = ({ contestId, category }: { contestId: string; category: CategoryRecord }): Category => ({
  id: category.id,
  contestId,
  name: category.name,
  color: category.color,
  createdAt: category.createdAt.toISOString(),
});
