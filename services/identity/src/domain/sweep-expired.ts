import type { Clock } from './clock.ts';

/** A store where not the whole record expires, or where an event of it may still wait. A TTL index deletes all other expired records. */
export type Sweepable = { removeExpired: (now: Date) => Promise<void> };

export const sweepExpired = async ({ stores, now }: { stores: readonly Sweepable[]; now: Clock }): Promise<void> => {
  const at = now();
  await Promise.all(stores.map((store) => store.removeExpired(at)));
};
