import type { Clock } from './clock.ts';

/** Records that end by themselves. */
export type Sweepable = { removeExpired: (now: Date) => Promise<void> };

/** Deletes what has ended. A TTL index does the same where the database has one; the promise to forget must not depend on it. */
export const sweepExpired = async ({ stores, clock }: { stores: readonly Sweepable[]; clock: Clock }): Promise<void> => {
  const now = clock();
  await Promise.all(stores.map((store) => store.removeExpired(now)));
};
