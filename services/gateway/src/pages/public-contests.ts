import { setTimeout as delay } from 'node:timers/promises';
import { type ComingSoonContest, type Contest, comingSoonContestListSchema, contestListSchema } from '@stagereel/contracts';
import type { Logger, PreparedJson } from '@stagereel/service-kit';
import type { ReadPublic } from '../public-reads/public-answers.ts';

/** What every visitor may see. The same object as long as nothing has changed. */
export type PublicContests = { contests: readonly Contest[]; comingSoon: readonly ComingSoonContest[] };

/** The public contests; undefined if catalog cannot be asked. Resolves within {@link MAX_WAIT_MS}. */
export type ReadPublicContests = () => Promise<PublicContests | undefined>;

/** How long a page waits for a fetch. */
export const MAX_WAIT_MS = 300;
/** After a page has waited in vain, pages do not wait for this time, or until a fetch succeeds. */
const PAUSE_MS = 5000;

const parse = ({ plain }: PreparedJson): unknown => JSON.parse(plain.toString());

type Deps = { readPublic: ReadPublic; logger: Logger };

/** The contests as an anonymous visitor receives them. */
export const createPublicContests = ({ readPublic, logger }: Deps): ReadPublicContests => {
  let known: { digest: string; contests: PublicContests } | undefined;
  let pausedUntil = 0;

  const readList = async (url: string): Promise<PreparedJson> => {
    const { status, json } = await readPublic({ service: 'catalog', url });
    if (status !== 200) throw new Error(`${url} responded with status ${status}`);
    return json;
  };

  const readContests = async (): Promise<PublicContests> => {
    const [contests, comingSoon] = await Promise.all([readList('/api/contests'), readList('/api/contests/coming-soon')]);
    const digest = contests.digest + comingSoon.digest;
    if (known?.digest !== digest) {
      const parsed = {
        contests: contestListSchema.parse(parse(contests)),
        comingSoon: comingSoonContestListSchema.parse(parse(comingSoon)),
      };
      known = { digest, contests: parsed };
    }
    pausedUntil = 0;
    return known.contests;
  };

  return async () => {
    const isPaused = performance.now() < pausedUntil;
    const reading = readContests().catch((err: unknown) => {
      if (!isPaused) logger.warn({ err }, 'Contest list fetch failed');
      return undefined;
    });
    const contests = await Promise.race([reading, delay(isPaused ? 0 : MAX_WAIT_MS, undefined, { ref: false })]);
    if (!contests && !isPaused) pausedUntil = performance.now() + PAUSE_MS;
    return contests;
  };
};
