import { AppError } from '@stagereel/service-kit';
import { listAthletes } from '../list-athletes.ts';
import type { CatalogDeps } from '../ports.ts';
import { rosterCsv } from './roster-csv.ts';

/** The living athletes of a contest as a CSV file. @throws AppError NotFound */
export const exportRoster = async (
  deps: Pick<CatalogDeps, 'contests' | 'athletes'>,
  { contestId }: { contestId: string },
): Promise<{ fileName: string; csv: string }> => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new AppError('NotFound');
  const csv = rosterCsv(await listAthletes(deps, { contestId, includeDeleted: false }));
  return { fileName: `${contest.name}_選手名簿.csv`, csv };
};
