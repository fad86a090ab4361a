import { AppError, CSV_BOM, csvLine } from '@stagereel/service-kit';
import { listAthletes } from '../list-athletes.ts';
import type { CatalogDeps } from '../ports.ts';
import { ROSTER_COLUMNS } from './roster-columns.ts';

/** The living athletes of a contest as a CSV file that an import reads without changing anything. @throws AppError NotFound */
export const exportRoster = async (
  deps: Pick<CatalogDeps, 'contests' | 'athletes'>,
  { contestId }: { contestId: string },
): Promise<{ fileName: string; csv: string }> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  const athletes = await listAthletes(deps, { contestId, includeDeleted: false });
  const lines = [
    csvLine(ROSTER_COLUMNS.map(({ header }) => header)),
    ...athletes.map((athlete) => csvLine(ROSTER_COLUMNS.map(({ field }) => athlete[field]))),
  ];
  return { fileName: `${contest.name}_選手名簿.csv`, csv: CSV_BOM + lines.join('') };
};
