import type { EventEnvelope } from '@stagereel/contracts';

/** A network on a list, blocked or trusted, until a time. */
export type ListedNetwork = {
  network: string;
  until: Date;
  /** Of the admin it is trusted for. */
  email: string | null;
};

export type NetworkList = {
  /** Undefined for a network that is not on the list now. */
  find: (given: { network: string; now: Date }) => Promise<ListedNetwork | undefined>;
  /** Those on the list now, the one that stays longest first. */
  list: (now: Date) => Promise<ListedNetwork[]>;
  /** Puts it on the list, or keeps it there longer. */
  put: (network: ListedNetwork) => Promise<void>;
  /** Takes it off and stores the events in one write; false when it was not on the list. When that was is known for a day. */
  lift: (given: { network: string; now: Date; events: readonly EventEnvelope[] }) => Promise<boolean>;
  liftedAt: (network: string) => Promise<Date | undefined>;
  /** Takes off what is there for this address. */
  removeOf: (given: { email: string; now: Date }) => Promise<void>;
};
