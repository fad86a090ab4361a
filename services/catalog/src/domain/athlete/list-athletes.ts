import type { CatalogDeps } from '../deps.ts';
import type { AthleteRecord } from './athlete.ts';
import { sortByBib } from './sort-by-bib.ts';

/** A contest's athletes in the order of their bibs. The caller must check that the viewer may see the contest and its deleted athletes. */
export const listAthletes = async (
  { athletes }: CatalogDeps,
  input: { contestId: string; includeDeleted: boolean },
): Promise<AthleteRecord[]> => sortByBib(await athletes.list(input));
