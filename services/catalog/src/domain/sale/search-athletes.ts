import { type FoundAthletes, MAX_FOUND_ATHLETES } from '@stagereel/contracts';
import { requireCostlyCall } from '@stagereel/service-kit';
import type { ContestListItem } from '../contest/contest.ts';
import { listVisibleContests } from '../contest/view-contests.ts';
import type { CatalogDeps } from '../deps.ts';
import { foldForSearch } from './fold-for-search.ts';
import type { SearchableAthlete } from './sale-cache.ts';

type Match = { contest: ContestListItem; athlete: SearchableAthlete };

/** The athlete's number equals the query, starts with it, or the name contains it, in this order. */
const RANKS = 3;
const rankOf = ({ foldedNumber, foldedName }: SearchableAthlete, query: string): number | undefined => {
  if (foldedNumber === query) return 0;
  if (foldedNumber.startsWith(query)) return 1;
  return foldedName.includes(query) ? 2 : undefined;
};

/** Athletes on sale in published contests, whose number or name matches; the newest contest first, in the order of their bibs. */
export const searchAthletes = async (deps: CatalogDeps, { q }: { q: string }): Promise<FoundAthletes> => {
  requireCostlyCall('search');
  const query = foldForSearch(q);
  if (query === '') return { athletes: [], hasMore: false };
  const contests = await listVisibleContests(deps, { viewer: { isAdmin: false } });
  const lists = await Promise.all(contests.map(async (contest) => ({ contest, athletes: await deps.sales.athletesOf(contest) })));

  const ranked: Match[][] = Array.from({ length: RANKS }, () => []);
  for (const { contest, athletes } of lists) {
    for (const athlete of athletes) {
      const rank = rankOf(athlete, query);
      if (rank !== undefined) ranked[rank]?.push({ contest, athlete });
    }
  }
  const matches = ranked.flat();
  return { athletes: matches.slice(0, MAX_FOUND_ATHLETES).map(toFoundAthlete), hasMore: matches.length > MAX_FOUND_ATHLETES };
};

const toFoundAthlete = ({ contest, athlete: { category, athleteNumber, name } }: Match): FoundAthletes['athletes'][number] => ({
  contestId: contest.id,
  contestName: contest.name,
  contestSlug: contest.slug,
  category,
  athleteNumber,
  name,
});
