export type Count = { count: number; expiresInMs: number };

/**
 * Counts per key, shared by all replicas. A count expires some time after its first increment. Incrementing is atomic, so parallel
 * attempts never get the same number.
 */
export type Counter = {
  increment: (key: string) => Promise<Count>;
  /** Not below 0. */
  decrement: (key: string) => Promise<void>;
  read: (key: string) => Promise<Count>;
  /** Keeps the count, but lets it expire `seconds` from now. */
  expireIn: (input: { key: string; seconds: number }) => Promise<void>;
  reset: (key: string) => Promise<void>;
};
