export type Count = { count: number; expiresInMs: number };

/**
 * Counts per key, shared by all replicas. A count expires some time after its first increment. Incrementing is atomic, so parallel
 * attempts never get the same number.
 */
export type Counter = {
  name: string;
  /** How long after its first increment a count expires. */
  seconds: number;
  increment: (key: string) => Promise<Count>;
  /** Not below 0. */
  decrement: (key: string) => Promise<void>;
  read: (key: string) => Promise<Count>;
  /** Keeps the count, but lets it expire `seconds` from now. */
  expireIn: (input: { key: string; seconds: number }) => Promise<void>;
  reset: (key: string) => Promise<void>;
};

/** One count of a counter. */
export type CountKey = { counter: Counter; key: string };

/** Several counts, of any counters, in one atomic call. */
export type CounterBatch = {
  read: (keys: readonly CountKey[]) => Promise<Count[]>;
  /** Increments one after the other. The first count above its `max` is the last one that is incremented and returned. */
  increment: (limits: readonly (CountKey & { max: number })[]) => Promise<Count[]>;
  /** Decrements some counts, not below 0, and removes others. */
  lower: (keys: { decrement?: readonly CountKey[]; reset?: readonly CountKey[] }) => Promise<void>;
};
