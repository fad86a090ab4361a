import type { Clock } from './clock.ts';

/** A store whose records expire. */
export type Sweepable = { removeExpired: (now: Date) => Promise<void> };

/** Deletes expired records. TTL indexes do the same, but not every MongoDB-compatible server has them, and personal data must be erased on time. */
export const sweepExpired = async ({ stores, clock }: { stores: readonly Sweepable[]; clock: Clock }): Promise<void> => {
  const now = clock();
  await Promise.all(stores.map((store) => store.removeExpired(now)));
};
