import { SALE_NOTICE_SECONDS, saleStarted } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';

/**
 * Sweep: does for each waiting address what the stored state of its contest requires. A contest whose scheduled time has come is stored as
 * published before.
 * - published: announce it, so that it gets its mail;
 * - coming soon: it waits. An event of an earlier publication that is not published yet is withdrawn;
 * - private or deleted: no mail, and the address is deleted.
 *
 * It depends only on stored data and every write is conditional, so all replicas run it, and it continues after a crash at any point. An address
 * that was stored at a later version of the contest than the one read here is left to the next sweep.
 */
export const settleSaleNotices = async (deps: CatalogDeps): Promise<void> => {
  for (const contestId of await deps.saleNotices.listContestIds()) await settleContest(deps, contestId);
};

const settleContest = async ({ contests, saleNotices, now }: CatalogDeps, contestId: string): Promise<void> => {
  const contest = await contests.find(contestId);
  if (!contest) return saleNotices.removeContest(contestId);

  const at = { contestId, contestVersion: contest.version };
  if (!contest.videoPublished) return saleNotices.withdraw({ ...at, keepsWaiting: contest.isComingSoon });

  const { name: contestName, slug: contestSlug, date, location } = contest;
  const announcedAt = now();
  const expiresAt = new Date(announcedAt.getTime() + SALE_NOTICE_SECONDS * 1000).toISOString();
  await saleNotices.announce({
    ...at,
    announcedAt,
    eventFor: (email) => createEvent(saleStarted, { email, contestName, contestSlug, date, location, expiresAt }),
  });
};
