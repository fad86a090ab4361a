export type Count = { count: number; endsInMs: number };

/** Counts per key, over all replicas, each for a limited time. Counting is one atomic step, so that parallel guesses cannot share a number. */
export type Counter = {
  add: (key: string) => Promise<Count>;
  takeBack: (key: string) => Promise<void>;
  read: (key: string) => Promise<Count>;
  /** Lets the count, whatever it has grown to, end `seconds` from now. */
  hold: (given: { key: string; seconds: number }) => Promise<void>;
  clear: (key: string) => Promise<void>;
};
