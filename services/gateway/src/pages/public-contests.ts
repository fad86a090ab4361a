import { type ComingSoonContest, type Contest, comingSoonContestListSchema, contestListSchema } from '@stagereel/contracts';
import type { InternalClient, Logger } from '@stagereel/service-kit';

/** What every visitor may see. The same object as long as nothing has changed. */
export type PublicContests = { contests: readonly Contest[]; comingSoon: readonly ComingSoonContest[] };

/** The public contests; undefined if catalog cannot be asked. Resolves within {@link MAX_WAIT_MS}. */
export type ReadPublicContests = () => Promise<PublicContests | undefined>;

/** Until this age, contests are used without a new request. */
const FRESH_MS = 2000;
/** Until this age, they are used while newer ones are fetched. An unpublished contest is no longer named after this time. */
const USABLE_MS = 10_000;
/** How long a page waits for a fetch, from the beginning of that fetch. */
export const MAX_WAIT_MS = 300;
/** After a failed fetch, pages are sent without contests for this time. */
const PAUSE_AFTER_FAILURE_MS = 2000;

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

type Known = { text: string; contests: PublicContests; readAt: number };

/** Fetches the contests as an anonymous visitor, with one request at a time however many pages are opened. */
export const createPublicContests = ({ catalog, logger }: { catalog: InternalClient; logger: Logger }): ReadPublicContests => {
  let known: Known | undefined;
  let fetching: { done: Promise<void>; deadline: Promise<void> } | undefined;
  let pausedUntil = 0;

  const fetchContests = async (): Promise<void> => {
    const readAt = performance.now();
    try {
      const [contests, comingSoon] = await Promise.all([
        catalog.request({ path: '/api/contests', schema: contestListSchema }),
        catalog.request({ path: '/api/contests/coming-soon', schema: comingSoonContestListSchema }),
      ]);
      const text = JSON.stringify([contests, comingSoon]);
      known = { text, readAt, contests: known?.text === text ? known.contests : { contests, comingSoon } };
    } catch (err) {
      pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
      logger.warn({ err }, 'Contest list fetch failed');
    }
  };

  const usable = (maxAgeMs: number): PublicContests | undefined =>
    known && performance.now() - known.readAt <= maxAgeMs ? known.contests : undefined;

  return async () => {
    const fresh = usable(FRESH_MS);
    if (fresh) return fresh;
    if (!fetching && performance.now() >= pausedUntil) {
      const done = fetchContests().finally(() => {
        fetching = undefined;
      });
      fetching = { done, deadline: delay(MAX_WAIT_MS) };
    }
    const stale = usable(USABLE_MS);
    if (stale || !fetching) return stale;
    await Promise.race([fetching.done, fetching.deadline]);
    return usable(USABLE_MS);
  };
};
