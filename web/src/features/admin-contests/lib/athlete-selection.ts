import type { Athlete } from '@stagereel/contracts';
import { useCallback, useMemo, useState } from 'react';
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

type Options = { athletes: readonly Athlete[] | undefined; shown: readonly Athlete[] };

/** The selected athletes. The selection survives scrolling and filtering; an athlete that no longer exists is dropped. */
export const useAthleteSelection = ({ athletes, shown }: Options) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const picked = useMemo(() => pickedAmong({ rows: athletes ?? [], ids }), [athletes, ids]);
  const pickedShown = useMemo(() => pickedAmong({ rows: shown, ids }), [shown, ids]);
  const pick = useCallback((id: string, isPicked: boolean) => setIds((known) => withPicks({ ids: known, changed: [id], isPicked })), []);

  return {
    ids,
    picked,
    hiddenCount: picked.length - pickedShown.length,
    isAllShown: shown.length > 0 && pickedShown.length === shown.length,
    isSomeShown: pickedShown.length > 0,
    pick,
    /** Exactly the athletes that the list shows. */
    pickShown: (isPicked: boolean) => setIds((known) => withPicks({ ids: known, changed: shown.map(({ id }) => id), isPicked })),
    replace: (next: readonly string[]) => setIds(new Set(next)),
  };
};
export type AthleteSelection = ReturnType<typeof useAthleteSelection>;
