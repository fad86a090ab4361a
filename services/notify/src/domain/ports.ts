import type { EventEnvelope } from '@stagereel/contracts';
import type { MailFacts } from './mail-facts.ts';

/** A record held by this process until the lease ends or the mail's fate is written. */
export type HeldMail = { id: string; token: string };

export type Claim =
  | ({
      state: 'claimed' /** The lease of another lapsed: that process may have died after the server took the mail. */;
      isTakeover: boolean;
    } & HeldMail)
  | { state: 'sent' }
  | { state: 'recalled' }
  | { state: 'held'; until: Date };

/** One record a mail, with its outbox inside; every method is one conditional write. */
export type MailRecords = {
  /** Takes the mail up unless it is sent or recalled, or held by another whose lease still runs. */
  claim: (input: { facts: MailFacts; now: Date; leaseMs: number }) => Promise<Claim>;
  /** The server took it: final, whoever holds the lease by now. False when it was marked before. */
  markSent: (input: { id: string; sentAt: Date; event: EventEnvelope }) => Promise<boolean>;
  /** Gives the lease back for a later attempt. */
  markWaiting: (input: { held: HeldMail; reason: string }) => Promise<void>;
  /** No attempt follows unless an operator replays. False when the lease was lost meanwhile; then nothing is written. */
  markFailed: (input: { held: HeldMail; reason: string; failedAt: Date; event: EventEnvelope }) => Promise<boolean>;
  /** What it tells of was taken back: it is never sent. */
  markRecalled: (input: { held: HeldMail }) => Promise<void>;
  /** Removes the records whose keeping time is over. */
  removeOld: (now: Date) => Promise<number>;
};

/** A delivery by the time of its own: an order may have several, one after another. */
export type Delivery = { orderNumber: string; deliveredAt: Date };

/** Deliveries that were taken back, as long as a mail of theirs may still wait. */
export type Recalls = {
  has: (delivery: Delivery) => Promise<boolean>;
  /** Again changes nothing. */
  note: (input: Delivery & { recalledAt: Date }) => Promise<void>;
  removeOld: (now: Date) => Promise<number>;
};

/** A mail ready for the server. */
export type Letter = { to: string; messageId: string; subject: string; html: string; text: string };

/** How the mail server took a letter. */
export type Handover =
  | { outcome: 'accepted' }
  /** For good: this letter will never be taken. */
  | { outcome: 'refused'; reason: string }
  /** For now. `isUnclear`: the letter was on its way when the connection broke, so the server may have it. */
  | { outcome: 'unavailable'; reason: string; isUnclear: boolean };

export type Mailer = { send: (letter: Letter) => Promise<Handover> };

export type FailureReason = 'expired' | 'refused' | 'unavailable';

export type MailMetrics = {
  sent: (input: { template: string; secondsSinceEvent: number }) => void;
  failed: (input: { template: string; reason: FailureReason }) => void;
  /** A repeat of this mail may reach its recipient. */
  repeatPossible: (cause: 'takeover' | 'unclear') => void;
};
