import type {
  DisputeOutcome,
  EventEnvelope,
  FinishedVideo,
  OpenTicket,
  OrderItem,
  QuotedLine,
  RefusedItem,
  Ticket,
} from '@stagereel/contracts';
import type { DownloadClaim, IssuedReceipt, MailFact, Order, PaidOrder } from './order.ts';
import type { Period } from './period.ts';

/** A new order with one of its address's places among the open ones (see OPEN_PAYMENTS_PER_ADDRESS) and the time of its first check. */
export type NewOrder = { order: Order; openPlace: number; checkAt: Date };
/** Which promise of uniqueness a new order would break. */
export type InsertClash = 'number' | 'request' | 'place';

/** Orders as the domain keeps them. Every `mark…` and `claim…` is one conditional update: it answers null or false when the order is no longer as it must be. */
export type OrderStore = {
  insert: (input: NewOrder) => Promise<InsertClash | null>;
  /** The places an address has taken, the oldest order's first. */
  openPlaces: (email: string) => Promise<{ place: number; since: Date }[]>;

  findById: (id: string) => Promise<Order | null>;
  findByRequest: (key: string) => Promise<Order | null>;
  findByIntent: (intentId: string) => Promise<Order | null>;
  findByNumber: (number: string) => Promise<Order | null>;
  findByPage: (pageId: string) => Promise<Order | null>;
  /** Those of these base numbers, whatever became of them. */
  findByNumbers: (numbers: readonly string[]) => Promise<Order[]>;
  /** The paid orders of an address, or those of these ids, or all; newest first. */
  listPaid: (filter: { email?: string; ids?: readonly string[] }) => Promise<Order[]>;
  /** Those whose payment does not fit, or with a refund that ever came back; newest first. */
  listFlagged: () => Promise<Order[]>;
  /** Which paid orders were written since a time of the database's clock; with null all of them. */
  listRevisions: (since: Date | null) => Promise<{ id: string; revision: number; changedAt: Date | null }[]>;
  /** Paid orders of a period, by the time of the payment or of the order, oldest first, one by one. With a contest, those with a line of it. */
  streamPaid: (filter: { by: 'payment' | 'order'; period: Period; contestId: string | undefined }) => AsyncIterable<PaidOrder>;

  attachIntent: (input: { id: string; intentId: string }) => Promise<boolean>;
  markPaid: (input: { id: string; intentId: string; at: Date; event: EventEnvelope }) => Promise<Order | null>;
  markFlagged: (input: { id: string; intentId: string; received: { amount: number; currency: string } }) => Promise<boolean>;
  markCancelled: (input: { id: string; intentId: string | null; at: Date }) => Promise<boolean>;
  /** False for a payment that nobody knows, and for one with a refund that came back: its sum may fall. */
  raiseRefund: (input: { intentId: string; refundedAmount: number }) => Promise<boolean>;
  /** False for what is known already, and for an older dispute than the one that is known. */
  noteDispute: (input: { intentId: string; dispute: ProviderDispute }) => Promise<boolean>;

  /** Unpaid orders whose check is due, the longest due first. */
  listDueChecks: (input: { now: Date; limit: number }) => Promise<{ order: Order; checkAt: Date }[]>;
  /** True for the one replica that may check now. */
  claimCheck: (input: { id: string; checkAt: Date; nextCheckAt: Date }) => Promise<boolean>;

  /**
   * Writes what may change about a paid order (address, handling, download, lines, refunds) with the events that tell of it, if its revision is
   * still the one it was read with; null else.
   */
  save: <Changed extends Order>(input: { order: Changed; events: EventEnvelope[] }) => Promise<Changed | null>;
  /** Orders with a refund whose look-after is due, the longest due first. */
  listDueRefunds: (input: { now: Date; limit: number }) => Promise<Order[]>;
  /** True for the one replica that may look after the refunds now. */
  claimRefundCheck: (input: { order: Order; nextCheckAt: Date }) => Promise<boolean>;

  /**
   * Only while less than `wholeRefund` was given back (see wholeRefundOf), no dispute was lost and the line has the very video that was seen,
   * which nobody has claimed.
   */
  claimLine: (input: {
    id: string;
    pageId: string;
    wholeRefund: number;
    index: number;
    videoUrl: string;
    claim: DownloadClaim;
  }) => Promise<boolean>;
  addMailFact: (input: { orderNumber: string; fact: MailFact }) => Promise<void>;
  /** False when the position, counted from 0, is taken, another sum was given back than the receipt says, or a dispute was lost. */
  addReceipt: (input: { id: string; position: number; receipt: IssuedReceipt }) => Promise<boolean>;
};

/** What the provider says of one payment. */
export type ProviderPayment = {
  intentId: string;
  /** The order named in the payment's metadata; null for a payment that is none of this shop's. */
  orderId: string | null;
  /** `unpaid`: nothing was or can be taken as it stands; `unclear`: under way; `succeeded`: the money is there; `cancelled`: it never will be. */
  status: 'unpaid' | 'unclear' | 'succeeded' | 'cancelled';
  amountReceived: number;
  currency: string;
};

/** A dispute of a payment; without an outcome it is open. */
export type ProviderDispute = { openedAt: Date; outcome: DisputeOutcome | null };

/** One attempt to give back the price of a line. */
export type WantedRefund = { intentId: string; orderId: string; lineNumber: string; amount: number; attempt: number };
/** `refundedAmount`: all that was given back of the payment by then. `failed`: this attempt will never come to anything. */
export type ProviderRefund =
  | { state: 'succeeded'; refundedAmount: number }
  | { state: 'pending' }
  | { state: 'failed'; reason: string; isDisputed: boolean };

/** The card payment provider. Every call throws AppError PaymentUnavailable when it gives no answer. */
export type PaymentProvider = {
  /** The same order always gets the same payment. */
  create: (order: { id: string; number: string; total: number }) => Promise<{ intentId: string; clientSecret: string }>;
  /** The payment with what its page needs to confirm it. */
  reopen: (intentId: string) => Promise<{ intentId: string; clientSecret: string }>;
  retrieve: (intentId: string) => Promise<ProviderPayment>;
  /** Cancels what can still be cancelled and tells how it then stands. */
  cancel: (intentId: string) => Promise<ProviderPayment>;
  /** How the money of a payment that succeeded stands, with its latest dispute. */
  chargeOf: (intentId: string) => Promise<{ dispute: ProviderDispute | null; amountLeft: number; refundedAmount: number }>;
  /** Gives the price of a line back, or tells what became of it: however often it is called, a line's price goes back once. */
  refund: (wanted: WantedRefund) => Promise<ProviderRefund>;
};

/** A refund that will never reach the card, though it may have succeeded before; by hand it names no line. */
export type FailedRefund = {
  intentId: string;
  refundId: string;
  amount: number;
  reason: string;
  line: { number: string; attempt: number } | null;
};

/** What a webhook tells, in the shop's terms. */
export type ProviderEvent =
  | { kind: 'payment-succeeded'; payment: ProviderPayment }
  | { kind: 'refunded'; intentId: string; refundedAmount: number }
  | { kind: 'refund-failed'; failure: FailedRefund }
  | { kind: 'disputed'; intentId: string; dispute: ProviderDispute }
  | { kind: 'irrelevant'; type: string };

/** Finished videos that the media service keeps. Every call throws AppError ServiceUnavailable when it gives no answer. */
export type Videos = {
  /** Those of the ids that are wholly there. */
  find: (ids: readonly string[]) => Promise<FinishedVideo[]>;
  /** Where the browser of a claim finds its video, from now on for a short time; null when the video is gone. */
  openTicket: (wanted: OpenTicket) => Promise<Ticket | null>;
};

export type Catalog = {
  /** Prices of now, in the order of the items, or what cannot be bought. @throws AppError ServiceUnavailable */
  quote: (items: readonly OrderItem[]) => Promise<{ lines: QuotedLine[] } | { refused: RefusedItem[] }>;
};

/** How often an address may start a payment, and make the shop ask about one. */
export type PaymentLimits = {
  /** Counts one; @throws AppError PaymentsTooMany. What it answers takes the count back, for a payment that did not come about. */
  take: (email: string) => Promise<{ giveBack: () => Promise<void> }>;
  /** Counts one question to the provider; seconds to wait when it is one too many, else null. */
  ask: (email: string) => Promise<number | null>;
};

/** How often admins may have a mail of one order sent again. */
export type MailLimits = {
  /** Counts one; @throws AppError MailResendLimitReached */
  take: (orderId: string) => Promise<void>;
};

/** Tables that left the shop as files. */
export type ExportLog = {
  /** Keeps the event that tells of an export until it is out. */
  add: (told: { at: Date; event: EventEnvelope }) => Promise<void>;
};

/** What a guest asked about an order; whether there is such an order is found out afterwards. */
export type Lookup = { id: string; orderNumber: string; email: string; askedAt: Date; correlationId: string };

/** Look-ups, each kept until it has been answered and its event is out. */
export type LookupStore = {
  add: (lookup: Lookup) => Promise<void>;
  /** Those not answered yet, the oldest first. */
  listOpen: (limit: number) => Promise<Lookup[]>;
  /** Answers one, with the event or by nothing. Of any number of callers one does it. */
  answer: (input: { id: string; event: EventEnvelope | null }) => Promise<void>;
  /** Forgets those asked before a time, answered or not. */
  removeAskedBefore: (time: Date) => Promise<void>;
};

/** How often orders may be looked up, for an address and from a network. */
export type LookupLimits = {
  /** Counts one; @throws AppError LookupLimitReached */
  take: (input: { email: string; network: string }) => Promise<void>;
};
