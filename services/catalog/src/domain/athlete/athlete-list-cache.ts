import { type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { createRevisionCache } from '../revision-cache.ts';
import { listAthletes } from './list-athletes.ts';

type ListRequest = { contestId: string; includeDeleted: boolean; revision: number };

export type AthleteListCache = { get: (request: ListRequest) => Promise<PreparedJson> };

/**
 * Caches athlete lists as serialised and compressed JSON: building one of 2,000 athletes costs over ten times as much as sending it.
 */
export const createAthleteListCache = (deps: CatalogDeps): AthleteListCache => {
  const cache = createRevisionCache<PreparedJson>({ maxEntries: 100, maxAgeMs: 10_000 });
  return {
    get: ({ contestId, includeDeleted, revision }) =>
      cache.get({
        key: `${contestId}:${includeDeleted}`,
        revision,
        load: async () => prepareJson(JSON.stringify(await listAthletes(deps, { contestId, includeDeleted }))),
      }),
  };
};
