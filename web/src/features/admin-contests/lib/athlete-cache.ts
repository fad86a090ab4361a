import type { Athlete } from '@stagereel/contracts';

type Change = Partial<Omit<Athlete, 'id' | 'contestId' | 'version'>>;

/** The list with a change shown before the server has taken it. */
export const withChange = ({ rows, athleteId, change }: { rows: readonly Athlete[]; athleteId: string; change: Change }): Athlete[] =>
  rows.map((row) => (row.id === athleteId ? { ...row, ...change } : row));

/** Takes back the fields of one refused change, and only where nothing newer was typed over them. */
export const revertChange = (options: { rows: readonly Athlete[]; athleteId: string; change: Change; before: Athlete }): Athlete[] => {
  const { rows, athleteId, change, before } = options;
  return rows.map((row) => {
    if (row.id !== athleteId) return row;
    const fields = Object.entries(change).filter(([field, value]) => row[field as keyof Athlete] === value);
    return { ...row, ...Object.fromEntries(fields.map(([field]) => [field, before[field as keyof Athlete]])) };
  });
};
