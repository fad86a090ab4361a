import type { AthleteOnSale, AthleteRepository } from '../athlete/athlete.ts';
import { sortByBib } from '../athlete/sort-by-bib.ts';
import type { ContestListItem, SaleFacts } from '../contest/contest.ts';
import { createRevisionCache } from '../revision-cache.ts';
import { foldForSearch } from './fold-for-search.ts';

/** An athlete on sale with its number and name in the form in which they are compared with a query. */
export type SearchableAthlete = AthleteOnSale & { foldedNumber: string; foldedName: string };

type ContestKey = Pick<ContestListItem, 'id' | 'revision'>;

export type SaleCache = {
  factsOf: (contest: ContestKey) => Promise<SaleFacts>;
  /** The athletes on sale in the order of their bibs. */
  athletesOf: (contest: ContestKey) => Promise<SearchableAthlete[]>;
};

const MAX_AGE_MS = 300_000;
/** An entry has a few numbers. */
const MAX_FACTS = 5000;
/** A search reads the list of every published contest. With fewer entries than contests, each search would load all lists again. */
const MAX_LISTS = 1000;

/** What each contest sells, read again only after the contest or its athletes changed. */
export const createSaleCache = (athletes: Pick<AthleteRepository, 'listOnSale' | 'summariseSale'>): SaleCache => {
  const facts = createRevisionCache<SaleFacts>({ maxEntries: MAX_FACTS, maxAgeMs: MAX_AGE_MS });
  const lists = createRevisionCache<SearchableAthlete[]>({ maxEntries: MAX_LISTS, maxAgeMs: MAX_AGE_MS });
  return {
    factsOf: ({ id: key, revision }) => facts.get({ key, revision, load: () => athletes.summariseSale(key) }),
    athletesOf: ({ id: key, revision }) =>
      lists.get({ key, revision, load: async () => sortByBib(await athletes.listOnSale(key)).map(toSearchable) }),
  };
};

const toSearchable = (athlete: AthleteOnSale): SearchableAthlete => ({
  ...athlete,
  foldedNumber: foldForSearch(athlete.athleteNumber),
  foldedName: foldForSearch(athlete.name ?? ''),
});
