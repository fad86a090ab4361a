import type { Athlete } from '@stagereel/contracts';

type Change = Partial<Omit<Athlete, 'id' | 'contestId' | 'version'>>;
type Rows = readonly Athlete[];

const fieldsOf = (change: Change): (keyof Change)[] => Object.keys(change) as (keyof Change)[];

/** The fields of a change that still show what it set: what was typed over them since is newer. */
const standingFields = ({ row, change }: { row: Athlete; change: Change }) =>
  fieldsOf(change).filter((field) => row[field] === change[field]);

const take = ({ from, fields }: { from: Athlete; fields: readonly (keyof Change)[] }): Change =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** The list with a change shown before the server has taken it. */
export const withChange = ({ rows, athleteId, change }: { rows: Rows; athleteId: string; change: Change }): Athlete[] =>
  rows.map((row) => (row.id === athleteId ? { ...row, ...change } : row));

/** The list once the server has taken a change, in the server's spelling; changes of the row that are still on their way stay shown. */
export const withSaved = ({ rows, saved, change }: { rows: Rows; saved: Athlete; change: Change }): Athlete[] =>
  rows.map((row) =>
    row.id === saved.id ? { ...row, ...take({ from: saved, fields: standingFields({ row, change }) }), version: saved.version } : row,
  );

/** Takes back the fields of one refused change, and only where nothing newer was typed over them. */
export const revertChange = (options: { rows: Rows; athleteId: string; change: Change; before: Athlete }): Athlete[] => {
  const { rows, athleteId, change, before } = options;
  return rows.map((row) => (row.id === athleteId ? { ...row, ...take({ from: before, fields: standingFields({ row, change }) }) } : row));
};
