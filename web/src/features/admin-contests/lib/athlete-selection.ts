import type { Athlete } from '@stagereel/contracts';
import type { BulkKind } from '../../../api/admin-athlete-bulk.ts';

type Ids = ReadonlySet<string>;

/** The selected rows, in list order. */
export const pickedAmong = ({ rows, ids }: { rows: readonly Athlete[]; ids: Ids }): Athlete[] => rows.filter(({ id }) => ids.has(id));

/** The selection after some rows were selected or deselected. */
export const withPicks = ({ ids, changed, isPicked }: { ids: Ids; changed: readonly string[]; isPicked: boolean }): Ids => {
  const next = new Set(ids);
  for (const id of changed) {
    if (isPicked) next.add(id);
    else next.delete(id);
  }
  return next;
};

/** The selected athletes that an action applies to: deleted ones can be restored and purged, all other actions need athletes that exist. */
export const targetsOf = ({ kind, picked }: { kind: BulkKind; picked: readonly Athlete[] }): Athlete[] => {
  const needsDeleted = kind === 'restore' || kind === 'purge';
  return picked.filter(({ isDeleted }) => isDeleted === needsDeleted);
};
