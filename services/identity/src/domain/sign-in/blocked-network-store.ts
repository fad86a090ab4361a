/** Networks that tried the passwords of too many accounts. */
export type BlockedNetworkStore = {
  /** The end of the block; undefined for a network that is not blocked. */
  blockedUntil: (given: { network: string; now: Date }) => Promise<Date | undefined>;
  block: (given: { network: string; until: Date }) => Promise<void>;
};
