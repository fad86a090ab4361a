/** The permission to change the password, which one session gets for a mailed code. */
export type PasswordGrant = { sid: string; userId: string; expiresAt: Date };

export type PasswordGrantStore = {
  /** Replaces an earlier grant of the session and resets its tries. */
  save: (grant: PasswordGrant) => Promise<void>;
  /** Whether the session has a grant that has not expired and has a try left. */
  isActive: (input: { sid: string; now: Date }) => Promise<boolean>;
  /** Counts one try of the current password; false when the grant is not active. */
  countTry: (input: { sid: string; now: Date }) => Promise<boolean>;
  remove: (input: { sid: string }) => Promise<void>;
  removeByUser: (userId: string) => Promise<void>;
};
