import type { EventEnvelope } from '@stagereel/contracts';
import { networkOf } from '@stagereel/service-kit';

export { networkOf };

const IPV6_SUFFIX = '/64';

/** The form shown to admins and used in paths: an IPv6 network without its prefix length. `networkOf` restores it. */
export const addressOf = (network: string): string => (network.endsWith(IPV6_SUFFIX) ? network.slice(0, -IPV6_SUFFIX.length) : network);

/** Where a request for an address comes from, as the limits count it. */
export type Source = {
  network: string;
  /** A browser that has signed in to the address or has proven it before. */
  isKnownDevice: boolean;
};

/** A blocked or trusted network. */
export type ListedNetwork = {
  network: string;
  until: Date;
  /** Of the admin who signed in from a trusted network; null for a blocked one. */
  email: string | null;
};

export type NetworkList = {
  /** Undefined for a network that is not on the list at this time. */
  find: (input: { network: string; now: Date }) => Promise<ListedNetwork | undefined>;
  /** The latest `until` first. */
  list: (now: Date) => Promise<ListedNetwork[]>;
  /** Adds the network, or extends its time on the list. */
  add: (network: ListedNetwork) => Promise<void>;
  /** Removes the network and stores the events in one write; false when it was not on the list. */
  remove: (input: { network: string; now: Date; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** When the network was last removed; known for a day. */
  removedAt: (network: string) => Promise<Date | undefined>;
  removeByEmail: (input: { email: string; now: Date }) => Promise<void>;
};
