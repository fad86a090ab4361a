import type {
  Athlete,
  Category,
  ComingSoonContest,
  Contest,
  FoundAthletes,
  Media,
  PriceDescription,
  saleNoticeRequestedSchema,
} from '@stagereel/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../lib/api-client.ts';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { fetchByKey } from '../lib/query-client.ts';

type SaleNoticeRequested = z.infer<typeof saleNoticeRequestedSchema>;

const FRESH_MS = 30_000;
const MAX_RETRIES = 3;
const RETRY_DELAY_MS = 1_000;

/** GET /api/contests: the published contests; an admin also gets the unpublished ones. */
export const contestsQuery = () =>
  queryOptions({
    queryKey: ['/api/contests'] as const,
    queryFn: fetchByKey<Contest[]>(),
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < MAX_RETRIES && !isUnauthorized(error),
  });

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** GET /api/contests/{id}, always fetched again: a contest can be withdrawn at any time. A 404 is final. */
export const contestQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId] as const,
    queryFn: fetchByKey<Contest>(),
    staleTime: 0,
    retry: (failures, error) => failures < MAX_RETRIES && !isMissing(error),
    retryDelay: RETRY_DELAY_MS,
  });

/** Whether the server has said that the contest does not exist or is no longer public. False until the server has responded. */
export const useIsContestGone = (contestId: string): boolean => {
  const { data, error } = useQuery(contestQuery(contestId));
  return isMissing(error) || data?.videoPublished === false;
};

/** GET …/athletes: those that are not deleted, whatever their sales status. */
export const athletesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'athletes?includeDeleted=false'] as const,
    queryFn: fetchByKey<Athlete[]>(),
    staleTime: FRESH_MS,
  });

/** GET …/categories */
export const categoriesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'categories'] as const,
    queryFn: fetchByKey<Category[]>(),
  });

/** GET …/price-description */
export const priceDescriptionQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'price-description'] as const,
    queryFn: fetchByKey<PriceDescription>(),
  });

const isSample = ({ category }: Media): boolean => category === 'sample';

/** GET …/media: the sample videos and pictures, in display order. */
export const samplesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'media'] as const,
    queryFn: fetchByKey<Media[]>(),
    select: (media) => media.filter(isSample).sort((a, b) => a.displayOrder - b.displayOrder),
  });

/** GET /api/contests/coming-soon: the contests that are announced before their sale. */
export const comingSoonQuery = () =>
  queryOptions({
    queryKey: ['/api/contests', 'coming-soon'] as const,
    queryFn: fetchByKey<ComingSoonContest[]>(),
    staleTime: FRESH_MS,
  });

/** GET /api/contests/athlete-search?q=…: athletes on sale in all published contests. */
export const athleteSearchQuery = (search: string) => {
  const path = `athlete-search?q=${encodeURIComponent(search)}`;
  return queryOptions({
    queryKey: ['/api/contests', path] as const,
    queryFn: fetchByKey<FoundAthletes>(),
    enabled: search !== '',
    staleTime: FRESH_MS,
    // While a visitor types on, the results of the shorter text stay.
    placeholderData: (shorter: FoundAthletes | undefined, query) =>
      query && path.startsWith(String(query.queryKey[1])) ? shorter : undefined,
  });
};

/** POST /api/contests/{id}/sale-notices: one mail when the sale starts, to an address that this browser has proven. */
export const requestSaleNotice = ({ contestId, email }: { contestId: string; email: string }): Promise<SaleNoticeRequested> =>
  postJson<SaleNoticeRequested>(`/api/contests/${encodeURIComponent(contestId)}/sale-notices`, { email });
