import { type Version, WRITING } from '@stagereel/service-kit';

type SharedFetch<Value> = {
  /** Was read before the fetch began. */
  version: Version;
  /** The time of `performance.now()` at which the first caller asked for it. */
  since: number;
  value: Promise<Value>;
};

export const isToken = (version: Version): version is string => typeof version === 'string' && version !== WRITING;

/** At most one fetch of a key is running, and at most one waits for its end, however many callers there are. */
export const createSharedFetches = <Value>() => {
  const running = new Map<string, SharedFetch<Value>>();
  const waiting = new Map<string, SharedFetch<Value>>();

  return {
    running: (key: string): SharedFetch<Value> | undefined => running.get(key),
    /** A fetch that begins after this call. Fails if the fetch before it does. */
    next: (key: string, version: Version, fetch: (version: Version) => Promise<Value>): SharedFetch<Value> => {
      const joined = waiting.get(key);
      if (joined) {
        joined.version = version;
        return joined;
      }
      const start = async (): Promise<Value> => {
        try {
          await before?.value;
        } finally {
          waiting.delete(key);
        }
        running.set(key, own);
        try {
          return await fetch(own.version);
        } finally {
          running.delete(key);
        }
      };
      const before = running.get(key);
      const own: SharedFetch<Value> = { version, since: performance.now(), value: Promise.resolve().then(start) };
      waiting.set(key, own);
      return own;
    },
  };
};
