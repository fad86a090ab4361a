import { CSV_BOM, csvLine } from '@stagereel/service-kit';
import type { AthleteRecord } from '../records.ts';
import { ROSTER_COLUMNS } from './roster-columns.ts';

/** Athletes as a CSV file that an import into their contest reads without changing anything. */
export const rosterCsv = (athletes: readonly AthleteRecord[]): string => {
  const header = ROSTER_COLUMNS.map((column) => column.header);
  const rows = athletes.map((athlete) => ROSTER_COLUMNS.map(({ field }) => athlete[field]));
  return CSV_BOM + [header, ...rows].map(csvLine).join('');
};
