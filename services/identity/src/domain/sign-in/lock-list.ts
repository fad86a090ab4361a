/** Lists locked accounts for reports only. The counters decide whether an account is locked; see lockout.ts. */
export type LockList = {
  /** `key` is the counter's key; an account can have several locks. */
  add: (lock: { email: string; key: string; until: Date }) => Promise<void>;
  remove: (lock: { email: string; key: string }) => Promise<void>;
  /** The distinct addresses with an active lock. */
  findLockedEmails: (now: Date) => Promise<string[]>;
};
