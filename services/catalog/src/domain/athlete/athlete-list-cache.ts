import { type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { listAthletes } from './list-athletes.ts';

type ListRequest = { contestId: string; includeDeleted: boolean; revision: number };
type CachedList = { revision: number; expiresAt: number; json: Promise<PreparedJson> };

export type AthleteListCache = { get: (request: ListRequest) => Promise<PreparedJson> };

const MAX_LISTS = 100;
const MAX_AGE_MS = 10_000;

/**
 * Caches athlete lists as serialised and compressed JSON: building one of 2,000 athletes costs over ten times as much as sending it. A list is
 * valid for one revision of its contest. Each request reads that revision from the database, so replicas need no invalidation messages. The
 * maximum age covers a writer that crashed after changing an athlete and before incrementing the revision.
 */
export const createAthleteListCache = (deps: CatalogDeps): AthleteListCache => {
  const cache = new Map<string, CachedList>();

  const store = (key: string, list: CachedList): void => {
    cache.delete(key);
    cache.set(key, list);
    const oldest = cache.keys().next().value;
    if (cache.size > MAX_LISTS && oldest !== undefined) cache.delete(oldest);
  };

  return {
    get: ({ contestId, includeDeleted, revision }) => {
      const key = `${contestId}:${includeDeleted}`;
      const cached = cache.get(key);
      if (cached && cached.revision >= revision && cached.expiresAt > Date.now()) return cached.json;
      const json = listAthletes(deps, { contestId, includeDeleted }).then((athletes) => prepareJson(JSON.stringify(athletes)));
      const list: CachedList = { revision, expiresAt: Date.now() + MAX_AGE_MS, json };
      store(key, list);
      json.catch(() => {
        if (cache.get(key) === list) cache.delete(key);
      });
      return json;
    },
  };
};
