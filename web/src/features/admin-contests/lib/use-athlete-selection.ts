import type { Athlete } from '@stagereel/contracts';
import { useCallback, useMemo, useState } from 'react';
import { pickedAmong, withPicks } from './athlete-selection.ts';

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
