import { type ComingSoonContest, type Contest, PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import type { TestUpstream } from './upstream.ts';

export const buildContest = (changes: Partial<Contest> = {}): Contest => ({
  id: 'c1',
  name: '秋の大会 2026',
  slug: '秋の大会2026',
  date: '2026年11月15日(日)',
  location: '東京体育館',
  coverImage: '/media/abc123.webp',
  sitePublicStatus: 'public',
  videoPublished: true,
  photoPublished: false,
  scheduledPublishDate: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  version: 1,
  isComingSoon: false,
  priceRange: { min: 3000, max: 5000 },
  athleteCount: 40,
  hasSamples: true,
  sampleVideo: null,
  ...changes,
});

/** Lets the fake catalog return these contests, as it does to an anonymous visitor. */
export const respondWithContests = (catalog: TestUpstream, contests: Contest[], comingSoon: ComingSoonContest[] = []): void =>
  catalog.respondWith((request, response) => {
    const body = request.url === '/api/contests' ? contests : comingSoon;
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': PUBLIC_CACHE_CONTROL }).end(JSON.stringify(body));
  });
