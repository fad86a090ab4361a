import { inBibOrder } from './bib-order.ts';
import type { CatalogDeps } from './ports.ts';
import type { AthleteRecord } from './records.ts';

/** A contest's athletes as people order bibs. Whether the caller may see the contest, and the deleted, is for the caller to ask first. */
export const listAthletes = async (
  { athletes }: Pick<CatalogDeps, 'athletes'>,
  input: { contestId: string; includeDeleted: boolean },
): Promise<AthleteRecord[]> => inBibOrder(await athletes.list(input));
