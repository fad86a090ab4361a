import type { Category, Contest, PriceDescription, PutPriceDescription, SavedPriceDescription, UpdateContest } from '@stagereel/contracts';
import { VIEWER_HEADER } from '@stagereel/contracts';
import { type QueryFunction, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { postJson, requestJson, requestNothing } from '../lib/api-client.ts';
import { ApiError, isUnauthorized } from '../lib/api-error.ts';
import { fetchByKey, pathOfKey } from '../lib/query-client.ts';
import { saveWithVersion } from '../lib/save-with-version.ts';
import { contestsQuery } from './contests.ts';

const MAX_RETRIES = 3;
const RETRY_DELAY_MS = 1000;

const isClientError = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Sends a GET that is refused without an admin session. Visitors get a shorter list from the same paths, and no private contest. */
export const requestAsAdmin = <T>(path: string, signal: AbortSignal): Promise<T> =>
  requestJson<T>(path, { signal, headers: { [VIEWER_HEADER]: 'admin' } });

/** As `fetchByKey`, with the view of an admin. */
export const fetchAsAdmin =
  <T>(): QueryFunction<T> =>
  ({ queryKey, signal }) =>
    requestAsAdmin<T>(pathOfKey(queryKey), signal);

const FRESH_MS = 30_000;

/** GET /api/contests: all contests. Not the cache entry of the visitors' list. */
export const adminContestsQuery = () =>
  queryOptions({
    queryKey: ['/api/contests', 'all'] as const,
    queryFn: ({ signal }) => requestAsAdmin<Contest[]>('/api/contests', signal),
    staleTime: FRESH_MS,
    retry: (failures, error) => failures < MAX_RETRIES && !isUnauthorized(error),
  });

/** Reloads the lists of contests, that of the shop too. */
const useRefreshContests = () => {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    const lists = [adminContestsQuery(), contestsQuery()];
    await Promise.all(lists.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })));
  };
};

/** GET /api/contests/{id}. A cached contest is shown at once and always fetched again, because the admin edits it. */
export const adminContestQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId] as const,
    queryFn: fetchAsAdmin<Contest>(),
    staleTime: 0,
    retry: (failures, error) => failures < MAX_RETRIES && !isClientError(error),
    retryDelay: RETRY_DELAY_MS,
  });

export type NewContest = Pick<Contest, 'name' | 'date' | 'location'>;

/** POST /api/contests: a new contest is unpublished. */
export const useCreateContest = () => {
  const refresh = useRefreshContests();
  return useMutation({
    mutationFn: (contest: NewContest) =>
      postJson<Contest>('/api/contests', {
        ...contest,
        videoPublished: false,
        photoPublished: false,
        sitePublicStatus: 'private',
      }),
    onSuccess: refresh,
  });
};

/** With `seen`, the contest as it was when editing began, a change that somebody else made since then is not overwritten. */
type ContestUpdate = { contestId: string; change: Omit<UpdateContest, 'version'>; seen?: Contest };

const patchContest = ({ contestId, json }: { contestId: string; json: UpdateContest }) =>
  requestJson<Contest>(`/api/contests/${contestId}`, { method: 'PATCH', json });

/** PATCH /api/contests/{id}; the response replaces the cached contest. */
export const useUpdateContest = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contestId, change, seen }: ContestUpdate) => {
      if (!seen) return patchContest({ contestId, json: change });
      return saveWithVersion({
        seen,
        change,
        save: (version) => patchContest({ contestId, json: { ...change, version } }),
        readCurrent: () => queryClient.fetchQuery({ ...adminContestQuery(contestId), staleTime: 0 }),
      });
    },
    onSuccess: (contest) => {
      queryClient.setQueryData(adminContestQuery(contest.id).queryKey, contest);
      queryClient.setQueryData(adminContestsQuery().queryKey, (known) => known?.map((each) => (each.id === contest.id ? contest : each)));
      void queryClient.invalidateQueries({ queryKey: contestsQuery().queryKey, exact: true });
    },
  });
};

/** DELETE /api/contests/{id}. The callbacks also run when the contest's row is no longer mounted. */
export const useDeleteContest = ({ onDeleted, onFailed }: { onDeleted: () => void; onFailed: (error: unknown) => void }) => {
  const refresh = useRefreshContests();
  return useMutation({
    mutationFn: (contestId: string) => requestNothing(`/api/contests/${contestId}`, { method: 'DELETE' }),
    onSuccess: onDeleted,
    onError: onFailed,
    onSettled: refresh,
  });
};

/** GET …/sale-notices: how many addresses wait for the start of the sale. */
export const saleNoticeCountQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'sale-notices'] as const,
    queryFn: fetchByKey<{ count: number }>(),
    staleTime: 0,
  });

/** GET …/categories */
export const adminCategoriesQuery = (contestId: string) =>
  queryOptions({ queryKey: ['/api/contests', contestId, 'categories'] as const, queryFn: fetchAsAdmin<Category[]>(), staleTime: 0 });

/** POST …/categories */
export const useCreateCategory = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (category: { name: string; color: string }) =>
      postJson<Category>(`/api/contests/${contestId}/categories`, { contestId, ...category }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminCategoriesQuery(contestId).queryKey }),
  });
};

/** DELETE …/categories/{categoryId}; 409 while athletes belong to it. */
export const useDeleteCategory = (contestId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (categoryId: string) => requestNothing(`/api/contests/${contestId}/categories/${categoryId}`, { method: 'DELETE' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminCategoriesQuery(contestId).queryKey }),
  });
};

/** GET …/price-description */
export const adminPriceDescriptionQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'price-description'] as const,
    queryFn: fetchAsAdmin<SavedPriceDescription>(),
    staleTime: 0,
  });

/** `seen` is the saved state when editing began. */
type PriceDescriptionUpdate = { description: PriceDescription; seen: SavedPriceDescription };
type SaveOptions = { contestId: string; onSaved: () => void; onFailed: (error: unknown) => void };

/** PUT …/price-description replaces the whole of it, unless somebody else changed it since `seen`. */
export const useSavePriceDescription = ({ contestId, onSaved, onFailed }: SaveOptions) => {
  const queryClient = useQueryClient();
  const put = (json: PutPriceDescription) =>
    requestJson<SavedPriceDescription>(`/api/contests/${contestId}/price-description`, { method: 'PUT', json });

  return useMutation({
    mutationFn: ({ description, seen }: PriceDescriptionUpdate) =>
      saveWithVersion({
        seen,
        change: description,
        save: (version) => put({ ...description, version }),
        readCurrent: () => queryClient.fetchQuery(adminPriceDescriptionQuery(contestId)),
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(adminPriceDescriptionQuery(contestId).queryKey, saved);
      onSaved();
    },
    onError: onFailed,
  });
};
