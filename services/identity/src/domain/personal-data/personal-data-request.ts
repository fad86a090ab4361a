import type { EventEnvelope, PersonalDataKind, PersonalDataSection } from '@stagereel/contracts';

/** What somebody asked for about an address, until the mailed link is used. */
export type PersonalDataRequest = { id: string; kind: PersonalDataKind; email: string; expiresAt: Date };

type Save = PersonalDataRequest & {
  tokenHash: string;
  /** The record is deleted at this time. */
  purgeAt: Date;
  /** Stored in the same write. */
  events: readonly EventEnvelope[];
};

export type PersonalDataRequestStore = {
  save: (input: Save) => Promise<void>;
  /** Undefined after it was used. The address is empty after it expired. */
  findByToken: (tokenHash: string) => Promise<PersonalDataRequest | undefined>;
  /** Uses the link up, forgets its address and stores the events, in one write. False when it was used or has expired. */
  use: (input: { id: string; now: Date; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** Stores what an admin did without a request, until its events are published. */
  record: (input: { now: Date; events: readonly EventEnvelope[] }) => Promise<void>;
  /** The open requests about an address, for its file. */
  listByEmail: (email: string) => Promise<PersonalDataRequest[]>;
  /** Makes the links useless that expire until then. */
  removeByEmail: (input: { email: string; lastExpiry: Date }) => Promise<void>;
};

/** What the other services store about an address. @throws AppError ServiceUnavailable */
export type CollectFromServices = (email: string) => Promise<PersonalDataSection[]>;
