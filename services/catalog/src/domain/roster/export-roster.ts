import { AppError, CSV_BOM, csvLine, requireCostlyCall } from '@stagereel/service-kit';
import type { AthleteRecord } from '../athlete/athlete.ts';
import { listAthletes } from '../athlete/list-athletes.ts';
import type { CatalogDeps } from '../deps.ts';
import { ROSTER_COLUMNS } from './roster-columns.ts';

/** Athletes as a CSV file. Importing it into the same contest changes nothing. */
export const rosterCsv = (athletes: readonly AthleteRecord[]): string => {
  requireCostlyCall('export');
  const header = ROSTER_COLUMNS.map((column) => column.header);
  const rows = athletes.map((athlete) => ROSTER_COLUMNS.map(({ field }) => athlete[field]));
  return CSV_BOM + [header, ...rows].map(csvLine).join('');
};

/** The athletes of a contest, without the deleted ones, as a CSV file. @throws AppError NotFound */
export const exportRoster = async (deps: CatalogDeps, { contestId }: { contestId: string }): Promise<{ fileName: string; csv: string }> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  const csv = rosterCsv(await listAthletes(deps, { contestId, includeDeleted: false }));
  return { fileName: `${contest.name}_選手名簿.csv`, csv };
};
