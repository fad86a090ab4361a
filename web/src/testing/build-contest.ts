import type { Category, Contest } from '@stagereel/contracts';

/** A contest that nobody but admins can see, with the given changes. */
export const buildContest = (changes: Partial<Contest> = {}): Contest => ({
  id: 'c1',
  name: '第1回 春季大会',
  slug: 'spring',
  date: '未定',
  location: '',
  coverImage: null,
  sitePublicStatus: 'private',
  videoPublished: false,
  photoPublished: false,
  scheduledPublishDate: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  version: 1,
  isComingSoon: false,
  priceRange: null,
  athleteCount: 0,
  hasSamples: false,
  sampleVideo: null,
  ...changes,
});

/** A category of this contest. */
export const buildCategory = (name: string, color: string): Category => ({
  id: `k-${name}`,
  contestId: 'c1',
  name,
  color,
  createdAt: '2026-11-01T00:00:00.000Z',
});
