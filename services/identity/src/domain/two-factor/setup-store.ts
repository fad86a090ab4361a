/** A new authenticator's secret that waits for its first code, bound to the session that asked for it. */
export type TwoFactorSetup = { sid: string; userId: string; sealedSecret: string; expiresAt: Date };

export type TwoFactorSetupStore = {
  /** Puts it in the place of an earlier one, with all its tries. */
  start: (setup: TwoFactorSetup) => Promise<void>;
  find: (given: { sid: string; now: Date }) => Promise<TwoFactorSetup | undefined>;
  /** Counts one try at this very secret; false when there is none with a try left. */
  countTry: (given: { sid: string; sealedSecret: string; now: Date }) => Promise<boolean>;
  end: (given: { sid: string }) => Promise<void>;
  removeOf: (userId: string) => Promise<void>;
};
