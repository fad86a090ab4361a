import type { Athlete, BulkUpdateAthletes } from '@stagereel/contracts';

export type BulkChange = BulkUpdateAthletes['updates'];
/** What is done to many athletes alike. A purge erases those that are deleted already. */
export type BulkAct = { kind: 'price' | 'category' | 'status' | 'delete' | 'restore'; change: BulkChange } | { kind: 'purge' };
export type BulkKind = BulkAct['kind'];

type Rows = readonly Athlete[];
type Aim = { act: BulkAct; ids: readonly string[] };

/** Deleted athletes can be restored and erased; the living, everything else. */
export const targetsOf = ({ kind, picked }: { kind: BulkKind; picked: Rows }): Athlete[] => {
  const wantsDeleted = kind === 'restore' || kind === 'purge';
  return picked.filter(({ isDeleted }) => isDeleted === wantsDeleted);
};

/** The list with an act shown before the server has taken it. */
export const withAct = ({ rows, act, ids }: { rows: Rows } & Aim): Athlete[] => {
  const aimed = new Set(ids);
  if (act.kind === 'purge') return rows.filter(({ id }) => !aimed.has(id));
  return rows.map((row) => (aimed.has(row.id) ? Object.assign({ ...row }, act.change) : row));
};

/** The list as it was before for the athletes named, also where they were gone from it. */
export const withoutAct = ({ rows, before, ids }: { rows: Rows; before: Rows; ids: readonly string[] }): Athlete[] => {
  const reverted = new Set(ids);
  const now = new Map(rows.map((row) => [row.id, row]));
  const known = before.flatMap((row) => (reverted.has(row.id) ? [row] : (now.get(row.id) ?? [])));
  const knownIds = new Set(before.map(({ id }) => id));
  return [...known, ...rows.filter(({ id }) => !knownIds.has(id))];
};

const isAsWished = (row: Athlete, change: BulkChange): boolean =>
  Object.entries(change).every(([field, value]) => row[field as keyof Athlete] === value);

/** Whom the act has not reached, by the list as the server has it. An athlete that somebody else erased meanwhile needs no act any more. */
export const missedBy = ({ rows, act, ids }: { rows: Rows } & Aim): string[] => {
  const now = new Map(rows.map((row) => [row.id, row]));
  return ids.filter((id) => {
    const row = now.get(id);
    return row !== undefined && (act.kind === 'purge' || !isAsWished(row, act.change));
  });
};
