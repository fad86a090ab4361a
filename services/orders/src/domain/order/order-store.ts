import type { EventEnvelope, ReminderKind } from '@stagereel/contracts';
import type { Dispute, DownloadClaim, IssuedReceipt, Order, PaidOrder } from './order.ts';
import type { Period } from './period.ts';

/** A new order, with the slot that it takes among its address's open orders (see OPEN_PAYMENTS_PER_ADDRESS) and the time of its first check. */
export type NewOrder = { order: Order; openSlot: number; checkAt: Date };
/** The unique index that refused a new order. */
export type InsertConflict = 'number' | 'request' | 'openSlot';

/**
 * Stores orders. Every `mark…`, `claim…` and `save` is one conditional update: it returns null or false if the order is no longer in the
 * required state.
 */
export type OrderStore = {
  insert: (input: NewOrder) => Promise<InsertConflict | null>;
  /** The slots that an address occupies, oldest order first. */
  listOpenSlots: (email: string) => Promise<{ slot: number; since: Date }[]>;

  findById: (id: string) => Promise<Order | null>;
  findByRequest: (key: string) => Promise<Order | null>;
  findByIntent: (intentId: string) => Promise<Order | null>;
  findByNumber: (number: string) => Promise<Order | null>;
  findByPage: (pageId: string) => Promise<Order | null>;
  findByStatusToken: (token: string) => Promise<Order | null>;
  /** Orders in any state, by their base numbers. */
  findByNumbers: (numbers: readonly string[]) => Promise<Order[]>;
  /** The paid orders of an address, or those with these ids; newest first. */
  listPaid: (filter: { email: string } | { ids: readonly string[] }) => Promise<Order[]>;
  /** The orders of an address in all states, newest first. */
  listByEmail: (email: string) => Promise<Order[]>;
  /** The numbers of the paid orders that name an address as a recipient. */
  listNumbersMentioning: (email: string) => Promise<string[]>;
  /** Orders with a flagged payment or with a refund that ever failed after it succeeded; newest first. */
  listFlagged: () => Promise<Order[]>;
  /** The revisions of the paid orders changed since a time of the database's clock; null lists all. */
  listRevisions: (since: Date | null) => Promise<{ id: string; revision: number; changedAt: Date }[]>;
  countPaid: () => Promise<number>;
  /** The orders with a line of the contest that nobody has handled yet: paid, or awaiting their payment. */
  listUnhandledOf: (contestId: string) => Promise<Order[]>;
  /** Streams the paid orders of a period, by time of payment or creation, oldest first; with a contest only those that have a line of it. */
  streamPaid: (filter: { by: 'payment' | 'order'; period: Period; contestId: string | undefined }) => AsyncIterable<PaidOrder>;

  /** Stores the payment of an order. False if the order is cancelled or has another payment. */
  attachIntent: (input: { id: string; intentId: string }) => Promise<boolean>;
  /**
   * Makes an order paid and puts the order.paid event into its outbox, in one write. The order no longer counts as open and is not checked again.
   * Null if the order is paid already, cannot become paid (see order-states.ts), has another payment, or is forgotten.
   */
  markPaid: (input: { id: string; intentId: string; at: Date; event: EventEnvelope }) => Promise<Order | null>;
  /** Records that a different sum was received. */
  markFlagged: (input: { id: string; intentId: string; received: { amount: number; currency: string } }) => Promise<boolean>;
  /** Cancels an unpaid order whose payment is still `intentId` (null: no payment was created). False if it has changed. */
  markCancelled: (input: { id: string; intentId: string | null; at: Date }) => Promise<boolean>;
  /** Raises the refunded sum, never lowers it. False for an unknown payment, and for an order with a failed refund: its sum may fall. */
  raiseRefundedAmount: (input: { intentId: string; refundedAmount: number }) => Promise<boolean>;
  /** False if the dispute or a newer one is already recorded. */
  recordDispute: (input: { intentId: string; dispute: Dispute }) => Promise<boolean>;

  /** Unpaid orders whose check is due, longest overdue first. */
  listDueChecks: (input: { now: Date; limit: number }) => Promise<{ order: Order; checkAt: Date }[]>;
  /** True for the one replica that may run this check. */
  claimCheck: (input: { id: string; checkAt: Date; nextCheckAt: Date }) => Promise<boolean>;
  /** The ids of unpaid orders that still have the customer's data. */
  listForgettable: (input: { createdBefore: Date; limit: number }) => Promise<string[]>;
  /** Removes the customer's data from an unpaid order. False if it was paid or forgotten in the meantime. */
  forget: (id: string) => Promise<boolean>;
  /** Orders with a pending refund whose check is due, longest overdue first. */
  listDueRefunds: (input: { now: Date; limit: number }) => Promise<Order[]>;
  /** True for the one replica that may resume these refunds. */
  claimRefundCheck: (input: { order: Order; nextCheckAt: Date }) => Promise<boolean>;

  /** The numbers of the orders whose reminder is due, longest overdue first. */
  listDueReminders: (input: { kind: ReminderKind; now: Date; limit: number }) => Promise<string[]>;

  /**
   * Saves the mutable parts of a paid order (address, status token, handling, download, lines, mails, follow-up, refunds) together with its events, and
   * when its reminders are due. Null if the revision has changed since the order was read.
   */
  save: <Changed extends Order>(input: { order: Changed; events: EventEnvelope[] }) => Promise<Changed | null>;
  /**
   * Claims a line's video. False if the line is already claimed or has another video, if `fullRefundThreshold` (see order.ts) was refunded, or
   * if a dispute was lost.
   */
  claimLine: (input: {
    id: string;
    pageId: string;
    fullRefundThreshold: number;
    index: number;
    videoUrl: string;
    claim: DownloadClaim;
  }) => Promise<boolean>;
  /** False if the position (from 0) is taken, the refunded sum differs from the receipt's, a refund is pending, or a dispute was lost. */
  addReceipt: (input: { id: string; position: number; receipt: IssuedReceipt }) => Promise<boolean>;
};
