/** The accounts that are there, counted. */
export type UserReport = {
  count: () => Promise<number>;
  /** Customers who registered since. */
  countRegistered: (since: Date) => Promise<number>;
  countOf: (emails: readonly string[]) => Promise<number>;
  admins: () => Promise<{ id: string; hasAuthenticator: boolean }[]>;
};
