import { type ComingSoonContest, type Contest, comingSoonContestListSchema, contestListSchema, PUBLIC_READ_MS } from '@stagereel/contracts';
import { CONTEST_LISTS, type InternalClient, type Logger, type Version, type Versions, WRITING } from '@stagereel/service-kit';
import { createSharedFetches } from '../public-reads/shared-fetches.ts';

/** What every visitor may see. The same object as long as nothing has changed. */
export type PublicContests = { contests: readonly Contest[]; comingSoon: readonly ComingSoonContest[] };

/** The public contests; undefined if catalog cannot be asked. Resolves within {@link MAX_WAIT_MS}. */
export type ReadPublicContests = () => Promise<PublicContests | undefined>;

/** Until this age, contests are used without a new request. */
const FRESH_MS = 2000;
/** Until this age, they are used while newer ones are fetched. A writer that cannot announce its write in Redis acknowledges it after this time. */
const USABLE_MS = PUBLIC_READ_MS;
/** How long a page waits for a fetch, from the moment at which the first page asked for it. */
export const MAX_WAIT_MS = 300;
/** After a failed fetch, pages are sent without contests for this time. */
const PAUSE_AFTER_FAILURE_MS = 2000;

const delay = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });

/** The version is null if no write was announced yet, and undefined if Redis could not be read: then nobody knows. */
const isCurrent = (known: Version, version: Version): boolean => version !== undefined && version !== WRITING && known === version;

type Known = { text: string; contests: PublicContests; readAt: number; version: Version };

type Deps = { catalog: InternalClient; versions: Pick<Versions, 'read'>; logger: Logger };

/**
 * Fetches the contests as an anonymous visitor, one fetch at a time however many pages are opened. Contests that were fetched before a write are not
 * used, so a contest that is no longer public is not named. While Redis cannot be read, no contests are used twice.
 */
export const createPublicContests = ({ catalog, versions, logger }: Deps): ReadPublicContests => {
  let known: Known | undefined;
  const fetches = createSharedFetches<PublicContests | undefined>();
  let pausedUntil = 0;

  const fetchContests = async (version: Version): Promise<PublicContests | undefined> => {
    const readAt = performance.now();
    try {
      const [contests, comingSoon] = await Promise.all([
        catalog.request({ path: '/api/contests', schema: contestListSchema }),
        catalog.request({ path: '/api/contests/coming-soon', schema: comingSoonContestListSchema }),
      ]);
      const text = JSON.stringify([contests, comingSoon]);
      known = { text, readAt, version, contests: known?.text === text ? known.contests : { contests, comingSoon } };
      return known.contests;
    } catch (err) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      logger.warn({ err }, 'Contest list fetch failed');
      return undefined;
    }
  };

  const usable = (version: Version, maxAgeMs: number): PublicContests | undefined =>
    known && isCurrent(known.version, version) && performance.now() - known.readAt <= maxAgeMs ? known.contests : undefined;

  const fetchShared = (version: Version) => {
    const running = fetches.running(CONTEST_LISTS);
    if (running && isCurrent(running.version, version)) return running;
    return fetches.next(CONTEST_LISTS, version, fetchContests);
  };

  return async () => {
    const version = await versions.read(CONTEST_LISTS);
    const fresh = usable(version, FRESH_MS);
    if (fresh) return fresh;
    const fetching = performance.now() < pausedUntil ? undefined : fetchShared(version);
    const stale = usable(version, USABLE_MS);
    if (stale || !fetching) return stale;
    return Promise.race([fetching.value, delay(fetching.since + MAX_WAIT_MS - performance.now())]);
  };
};
