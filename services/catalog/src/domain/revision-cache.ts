type Cached<Value> = { revision: number; expiresAt: number; value: Promise<Value> };

type Options = {
  maxEntries: number;
  /** Limits how long a value is wrong if a process crashed after changing an athlete and before incrementing the revision. */
  maxAgeMs: number;
};
type Request<Value> = { key: string; revision: number; load: () => Promise<Value> };

/**
 * Caches what is computed from a contest and its athletes. A value is valid for one revision of its contest. Each request reads that revision
 * from the database, so replicas need no invalidation messages.
 */
export const createRevisionCache = <Value>({ maxEntries, maxAgeMs }: Options) => {
  const cache = new Map<string, Cached<Value>>();

  const store = (key: string, entry: Cached<Value>): void => {
    cache.delete(key);
    cache.set(key, entry);
    const oldest = cache.keys().next().value;
    if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
  };

  return {
    get: ({ key, revision, load }: Request<Value>): Promise<Value> => {
      const cached = cache.get(key);
      if (cached && cached.revision >= revision && cached.expiresAt > Date.now()) return cached.value;
      const value = load();
      // Different ages, so that values that were loaded together do not all expire together.
      const entry = { revision, expiresAt: Date.now() + maxAgeMs * (0.5 + Math.random() / 2), value };
      store(key, entry);
      value.catch(() => {
        if (cache.get(key) === entry) cache.delete(key);
      });
      return value;
    },
  };
};
