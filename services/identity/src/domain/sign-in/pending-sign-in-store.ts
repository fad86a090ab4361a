/** A sign-in whose password was right and whose second step is open, bound to the browser that holds its token. */
export type PendingSignIn = {
  tokenHash: string;
  userId: string;
  /** Of the password that was given: a new one since then ends this. */
  passwordMark: string;
  email: string;
  expiresAt: Date;
};

export type PendingSignInStore = {
  start: (pending: PendingSignIn) => Promise<void>;
  find: (given: { tokenHash: string; now: Date }) => Promise<PendingSignIn | undefined>;
  extend: (given: { tokenHash: string; now: Date; expiresAt: Date }) => Promise<boolean>;
  /** Removes it; false when somebody was faster. */
  finish: (given: { tokenHash: string }) => Promise<boolean>;
  removeOf: (userId: string) => Promise<void>;
};
