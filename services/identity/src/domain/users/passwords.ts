export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** False without a stored hash, after the same work. */
  verify: (given: { stored: string | undefined; password: string }) => Promise<boolean>;
};
