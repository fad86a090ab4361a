/** Which accounts are locked, for whoever looks; what locks them are the counters. */
export type LockList = {
  /** `key` tells the locks of one account apart. */
  add: (lock: { email: string; key: string; until: Date }) => Promise<void>;
  remove: (lock: { email: string; key: string }) => Promise<void>;
  /** The addresses with a lock in force, each once. */
  emails: (now: Date) => Promise<string[]>;
};
