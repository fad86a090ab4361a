import type { UserEntry } from '@stagereel/contracts';
import { useState } from 'react';

type Failures = Readonly<Record<string, string>>;

/** What went wrong with whose deletion: said on the card, and above the list when the list, read anew, has no such card any more. */
export const useDeletionFailures = (shown: readonly UserEntry[]) => {
  const [failures, setFailures] = useState<Failures>({});
  const isShown = (id: string): boolean => shown.some((user) => user.id === id);
  return {
    of: ({ id }: UserEntry): string | null => failures[id] ?? null,
    elsewhere: Object.entries(failures).flatMap(([id, message]) => (isShown(id) ? [] : [message])),
    /** Null: all is well again. */
    note: ({ id }: UserEntry, message: string | null) =>
      setFailures(({ [id]: _before, ...rest }) => (message === null ? rest : { ...rest, [id]: message })),
  };
};
