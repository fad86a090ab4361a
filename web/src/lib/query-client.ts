import type { QueryFunction } from '@tanstack/react-query';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';
import { isSessionExpired, isUnauthorized } from './api-error.ts';
import { announceSessionExpiry } from './session-expiry.ts';

/** `['/api/contests', 7, 'athletes']` → `/api/contests/7/athletes` */
export const pathOfKey = (key: readonly unknown[]): string => key.map(String).join('/');

type On401 = 'throw' | 'null';

/** GETs the address its key spells. With `on401: 'null'` a missing session is an empty result. */
export const fetchByKey =
  <T>({ on401 = 'throw' }: { on401?: On401 } = {}): QueryFunction<T> =>
  async ({ queryKey, signal }) => {
    try {
      return await requestJson<T>(pathOfKey(queryKey), { signal });
    } catch (error) {
      if (on401 === 'null' && isUnauthorized(error)) return null as T;
      throw error;
    }
  };

const announceIfExpired = (error: unknown): void => {
  if (isSessionExpired(error)) announceSessionExpiry();
};

/** Announces only after the screen has said what failed: of two toasts the later one stays. */
const createMutationCache = (): MutationCache => {
  const cache = new MutationCache();
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') announceIfExpired(event.action.error);
  });
  return cache;
};

/** Nothing is asked again by itself: a query says so where it wants retries, freshness or refetching. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: announceIfExpired }),
    mutationCache: createMutationCache(),
    defaultOptions: {
      queries: {
        queryFn: fetchByKey(),
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        // Offline, a request fails at once with a text instead of waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
