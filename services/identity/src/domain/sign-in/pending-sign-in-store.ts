/** A sign-in after the correct password and before the second step. It belongs to the browser that has its token in a cookie. */
export type PendingSignIn = {
  tokenHash: string;
  userId: string;
  /** The fingerprint of the verified password. A later password change invalidates the pending sign-in. */
  passwordFingerprint: string;
  email: string;
  expiresAt: Date;
};

export type PendingSignInStore = {
  start: (pending: PendingSignIn) => Promise<void>;
  find: (input: { tokenHash: string; now: Date }) => Promise<PendingSignIn | undefined>;
  /** False when it has expired. */
  extend: (input: { tokenHash: string; now: Date; expiresAt: Date }) => Promise<boolean>;
  /** Removes it; false when a concurrent request did so first. */
  finish: (input: { tokenHash: string }) => Promise<boolean>;
  removeByUser: (userId: string) => Promise<void>;
};
