import { createHash } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import type { Mail } from '../../mails/mail.ts';

/** The stored fields of a mail. Its text is not stored, because it can contain a code. */
export type MailRecord = {
  /** The same for every delivery of an event, so that an event causes one mail per template and recipient. */
  key: string;
  /** The same for every attempt, so that a mailbox can detect a repeated mail. */
  messageId: string;
  /** The id of the event that caused the mail. */
  causedBy: string;
  template: string;
  /** Empty if the mail's recipient is forgotten. */
  recipient: string;
  orderNumber: string | null;
};

type RecordInput<Data> = { mail: Mail<Data>; event: EventEnvelope<Data>; messageIdDomain: string };

export const mailRecordOf = <Data>({ mail, event, messageIdDomain }: RecordInput<Data>): MailRecord => {
  const recipient = mail.recipient(event.data);
  const key = createHash('sha256')
    .update(JSON.stringify([event.id, mail.template, recipient]))
    .digest('hex');
  return {
    key,
    messageId: `<${key.slice(0, 40)}@${messageIdDomain}>`,
    causedBy: event.id,
    template: mail.template,
    recipient: mail.isRecipientForgotten ? '' : recipient,
    orderNumber: mail.orderNumber(event.data),
  };
};

/**
 * The state machine of a mail: the states that may follow each state.
 * - `sending`: leased to a process. It may follow itself, because another process can take over an expired lease.
 * - `waiting`: until the next attempt.
 * - `failed`: until an operator replays the message.
 * - `recalled`: the delivery was recalled before the mail was sent. It is never sent.
 * - `sent`: the server accepted the mail, even if the lease had expired.
 */
const transitions = {
  sending: ['sending', 'waiting', 'failed', 'recalled', 'sent'],
  waiting: ['sending', 'sent'],
  failed: ['sending', 'sent'],
  recalled: [],
  sent: [],
} as const satisfies Record<string, readonly string[]>;

export type MailState = keyof typeof transitions;

export const MAIL_STATES = Object.keys(transitions) as MailState[];

/** The states of mails that are not sent and may still be. */
export const UNSENT_STATES = MAIL_STATES.filter((state) => transitions[state].length > 0);

/** The states from which a mail may change to the given state. */
export const predecessorsOf = (state: MailState): MailState[] => MAIL_STATES.filter((from) => transitions[from].some((to) => to === state));

/** A mail leased to this process. Writes need the token, which proves the lease. */
export type LeasedMail = { id: string; token: string };

export type Claim =
  /** `isTakeover`: the lease of another process had expired; that process may have crashed after the server accepted the mail. */
  | ({ state: 'claimed'; isTakeover: boolean } & LeasedMail)
  | { state: 'sent' }
  | { state: 'recalled' }
  /** Leased to another process. */
  | { state: 'leased'; until: Date };

/** What is kept about a mail. */
export type StoredMail = { template: string; state: MailState; orderNumber: string | null; createdAt: Date; sentAt: Date | null };

/** One document per mail, with its outbox. Every method is one conditional write. */
export type MailRepository = {
  /** Leases the mail unless it is sent, recalled, or leased to another process. */
  claim: (input: { record: MailRecord; now: Date; leaseMs: number }) => Promise<Claim>;
  /** The server accepted the mail. Final, even if the lease has expired. Returns false if the mail was already marked. `event` tells of it. */
  markSent: (input: { id: string; sentAt: Date; event: EventEnvelope | null }) => Promise<boolean>;
  /** Ends the lease; another attempt follows. */
  markWaiting: (input: { leased: LeasedMail; reason: string }) => Promise<void>;
  /** No attempt follows unless an operator replays the message. Returns false and writes nothing if the lease was lost. */
  markFailed: (input: { leased: LeasedMail; reason: string; failedAt: Date; event: EventEnvelope }) => Promise<boolean>;
  /** The delivery was recalled: the mail is never sent. */
  markRecalled: (input: { leased: LeasedMail }) => Promise<void>;
  /** The mails to an address, newest first. */
  listByRecipient: (recipient: string) => Promise<StoredMail[]>;
  /** How many mails are in each state that another attempt can follow, counted up to 1,000, and since when the oldest of them exists. */
  readBacklog: () => Promise<{ state: MailState; count: number; oldest: Date | undefined }[]>;
  /**
   * Replaces the recipient of the mails recorded until then, and forgets why they failed. A mail that is still to be sent is sent: its event has the
   * address. With a key, only that mail.
   */
  pseudonymise: (input: { recipient: string; pseudonym: string; until: Date; key?: string }) => Promise<void>;
};

/** An order can be delivered several times; the time identifies a delivery. */
export type Delivery = { orderNumber: string; deliveredAt: Date };

/** The recalled deliveries, kept while a mail about them may still wait. */
export type RecallRepository = {
  has: (delivery: Delivery) => Promise<boolean>;
  /** Idempotent. */
  add: (input: Delivery & { recalledAt: Date }) => Promise<void>;
};
