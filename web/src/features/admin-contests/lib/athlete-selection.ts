import type { Athlete } from '@stagereel/contracts';

type Ids = ReadonlySet<string>;

/** The rows that are picked, in their order. */
export const pickedAmong = ({ rows, ids }: { rows: readonly Athlete[]; ids: Ids }): Athlete[] => rows.filter(({ id }) => ids.has(id));

/** The picks with some of them taken or left; those that are not named stay. */
export const withPicks = ({ ids, changed, isPicked }: { ids: Ids; changed: readonly string[]; isPicked: boolean }): Ids => {
  const next = new Set(ids);
  for (const id of changed) {
    if (isPicked) next.add(id);
    else next.delete(id);
  }
  return next;
};
