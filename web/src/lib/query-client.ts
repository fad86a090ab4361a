import type { QueryFunction } from '@tanstack/react-query';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { requestJson } from './api-client.ts';
import { isSessionExpired, isUnauthorized } from './api-error.ts';
import { announceSessionExpiry } from './session-expiry.ts';

/** `['/api/contests', 7, 'athletes']` → `/api/contests/7/athletes` */
export const pathOfKey = (key: readonly unknown[]): string => key.map(String).join('/');

type On401 = 'throw' | 'null';

/** Sends a GET to the path in the query key. With `on401: 'null'` a missing session is an empty result. */
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

/** Announces the expiry after the screen showed its error, because only the last toast stays open. */
const createMutationCache = (): MutationCache => {
  const cache = new MutationCache();
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') announceIfExpired(event.action.error);
  });
  return cache;
};

/** Queries are not retried, refetched or stale by default; a query that needs this sets it. */
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
        // Offline, a request fails at once with an error text instead of waiting silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
