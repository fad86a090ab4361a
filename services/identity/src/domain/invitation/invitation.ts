import type { EventEnvelope } from '@stagereel/contracts';
import { hashToken } from '../random-token.ts';

/** The invitation of an address to become an admin. There is at most one per address. */
export type Invitation = {
  id: string;
  email: string;
  /** The admin who sent it last. The invitation is valid only while this account is an admin's. */
  invitedBy: { id: string; email: string };
  sentAt: Date;
  expiresAt: Date;
};

type Save = Invitation & {
  tokenHash: string;
  /** The record is deleted at this time. */
  purgeAt: Date;
  events: readonly EventEnvelope[];
};

/** An invitation that is being accepted is claimed for a short time: then it can neither be sent again nor withdrawn. */
export type InvitationStore = {
  /** Replaces an earlier invitation with the same id and stores the events in one write; false while that one is claimed. */
  save: (input: Save) => Promise<boolean>;
  /** Newest first. */
  list: () => Promise<Invitation[]>;
  find: (id: string) => Promise<Invitation | undefined>;
  findByToken: (tokenHash: string) => Promise<Invitation | undefined>;
  /** False when it does not exist any more, or is claimed; with `sentUntil`, also when it was sent again since. */
  withdraw: (input: { id: string; sentUntil?: Date; now: Date; events: readonly EventEnvelope[] }) => Promise<boolean>;
  /** False when it was withdrawn or sent again in the meantime, or is claimed. */
  claim: (input: { tokenHash: string; now: Date }) => Promise<boolean>;
  release: (id: string) => Promise<void>;
  /** Closes the invitation after it was accepted. */
  finish: (input: { id: string; now: Date }) => Promise<void>;
  /** Withdraws the invitations that a deleted admin sent. */
  removeByUser: (userId: string) => Promise<void>;
};

/** One id per address, so that two admins who invite the same address at the same time send one invitation. */
export const invitationId = (email: string): string => hashToken(`admin-invitation:${email}`);
