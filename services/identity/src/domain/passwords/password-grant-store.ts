/** Leave, for one session, to change the password of its account: it has given the mailed code. */
export type PasswordGrant = { sid: string; userId: string; expiresAt: Date };

export type PasswordGrantStore = {
  /** Puts it in the place of an earlier one, with all its tries. */
  give: (grant: PasswordGrant) => Promise<void>;
  holds: (given: { sid: string; now: Date }) => Promise<boolean>;
  /** Counts one try of the current password; false when there is no grant with a try left. */
  countTry: (given: { sid: string; now: Date }) => Promise<boolean>;
  end: (given: { sid: string }) => Promise<void>;
  removeOf: (userId: string) => Promise<void>;
};
