import type { Athlete } from '@stagereel/contracts';
import { type ReadyJson, readyJson } from '@stagereel/service-kit';

type Which = { contestId: string; includeDeleted: boolean };
type Asked = Which & { revision: number };
type Kept = { revision: number; keptUntil: number; list: Promise<ReadyJson> };

export type AthleteLists = { get: (asked: Asked) => Promise<ReadyJson> };

const MOST_LISTS = 100;
const KEEP_MS = 10_000;

/**
 * Keeps athlete lists as ready bytes: making one of 2,000 costs more than ten times what sending it does. A list counts for one revision of
 * its contest, which is read from the database with each request and grows after every change, so replicas need not tell each other anything.
 * Ten seconds bound what a writer that died between its change and the revision can leave behind.
 */
export const createAthleteLists = ({ read }: { read: (which: Which) => Promise<Athlete[]> }): AthleteLists => {
  const kept = new Map<string, Kept>();

  const keep = (key: string, entry: Kept): void => {
    kept.delete(key);
    kept.set(key, entry);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_LISTS && oldest !== undefined) kept.delete(oldest);
  };

  return {
    get: ({ contestId, includeDeleted, revision }) => {
      const key = `${contestId}:${includeDeleted}`;
      const found = kept.get(key);
      if (found && found.revision >= revision && found.keptUntil > Date.now()) return found.list;
      const list = read({ contestId, includeDeleted }).then((athletes) => readyJson(JSON.stringify(athletes)));
      const entry: Kept = { revision, keptUntil: Date.now() + KEEP_MS, list };
      keep(key, entry);
      list.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return list;
    },
  };
};
