import type { DisputeOutcome, Honorific, OrderStatus, RefundState, Seller, VideoStyle } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { FollowUp } from '../follow-up/follow-up.ts';
import type { PaymentState } from './order-states.ts';

/** The location of a finished video: an external https link (`outside`), or `video:{id}` in the media service (`stored`). */
export type VideoSource = { kind: 'outside' | 'stored'; url: string };

/** Binds one video to one browser until a time. `browser` is the hash of its cookie. */
export type DownloadClaim = { browser: string; claimedAt: Date; until: Date };

/** The shop does not produce this video and refunds its price. `attempt` counts the refunds, because a failed one can be retried. */
export type Declined = { at: Date; reason: string; refundState: RefundState; attempt: number };

/** When a line was delivered, and the event that mailed the customer. The lines of one delivery share both. */
export type LineDelivery = { at: Date; eventId: string };

/** One video of an order. Its number is its id. */
export type Line = {
  number: string;
  contestId: string;
  contestName: string;
  category: string;
  athleteNumber: string;
  athleteName: string | null;
  style: VideoStyle;
  /** Yen, tax included, as quoted by the catalog when the order was created. */
  price: number;
  /** True means that the video is declined. The misleading name is given by the specification. */
  productionPossible: boolean;
  declined: Declined | null;
  /** Null until the line is delivered. */
  video: VideoSource | null;
  /** Null until the line is delivered. */
  delivery: LineDelivery | null;
  claim: DownloadClaim | null;
  /** When a claim was last removed so that the video can be downloaded again. It was downloaded before that. */
  reArmedAt: Date | null;
};

/** A refund that succeeded and later failed, possibly after weeks. `refundedBefore`: refunded yen while it still counted. */
export type RefundFailure = { refundId: string; amount: number; reason: string; at: Date; refundedBefore: number };

/** A dispute of a payment. The outcome is null while it is open. */
export type Dispute = { openedAt: Date; outcome: DisputeOutcome | null };

export type OrderPayment = {
  state: PaymentState;
  intentId: string | null;
  paidAt: Date | null;
  /** The order.paid event. The confirmation mail names it as its cause. */
  paidEventId: string | null;
  /** Yen refunded so far. */
  refundedAmount: number;
  /** The latest dispute. The outcome is null while it is open. */
  disputedAt: Date | null;
  disputeOutcome: DisputeOutcome | null;
  /** When the job next resumes a pending refund; null if none is pending. */
  refundCheckAt: Date | null;
  refundFailures: RefundFailure[];
};

/**
 * The download page, created by the first delivery. `openedAt` and `eventId` belong to the latest delivery, whose lines are all videos or the last
 * part of them. `recalledAt` is set while no delivery is left, because all were recalled.
 */
export type OrderDownload = { pageId: string; openedAt: Date; expiresAt: Date; eventId: string; recalledAt: Date | null };

/** One reported outcome of one mail. Outcomes are only added, so duplicates and any order of arrival give the same list. */
export type MailOutcome = {
  eventId: string;
  mailId: string;
  causedBy: string;
  template: string;
  recipient: string;
  /** Of a mail about one line. */
  lineNumber?: string;
  state: 'sent' | 'failed';
  at: Date;
};

/** A receipt as issued. It does not copy the order's lines, because a paid order's lines and prices never change. */
export type IssuedReceipt = {
  /** The idempotency key of the request. */
  key: string;
  number: string;
  issuedAt: Date;
  addressee: string;
  honorific: Honorific;
  proviso: string;
  /** Yen. */
  refundedAmount: number;
  total: number;
  taxRatePercent: number;
  taxAmount: number;
  /** Copied, because the seller's address may change. */
  seller: Seller;
};

/** The aggregate. It is one document, so every change is one atomic write. */
export type Order = {
  id: string;
  /** Incremented by every write; used for optimistic concurrency. */
  revision: number;
  /** The base number. */
  number: string;
  /** The verified address that the order belongs to. */
  email: string;
  customerName: string;
  /** The idempotency key of the request that created the order, and a digest of its body. */
  request: { key: string; digest: string };
  /** Yen, tax included: the sum of the lines. */
  total: number;
  createdAt: Date;
  /** The unguessable id of the status page. */
  statusToken: string;
  payment: OrderPayment;
  status: OrderStatus;
  handledAt: Date | null;
  lines: Line[];
  download: OrderDownload | null;
  mails: MailOutcome[];
  followUp: FollowUp;
  /** The first is the original, the others are reissues. */
  receipts: IssuedReceipt[];
};

export type PaidOrder = Order & { payment: { paidAt: Date; intentId: string } };

/** An order of which videos were delivered at least once; the delivery may be recalled. */
export type DeliveredOrder = Order & { download: OrderDownload };

export const isPaid = (order: Order): order is PaidOrder =>
  order.payment.state === 'paid' && order.payment.paidAt !== null && order.payment.intentId !== null;

/** It was not paid for so long that the customer's data was removed. */
export const isForgotten = (order: Order): boolean => order.email === '';

/** The bank returned the price to the card holder. A chargeback is not part of `refundedAmount`. */
export const isChargedBack = (order: Order): boolean => order.payment.disputeOutcome === 'lost';

/** The shop keeps nothing of the price. A free video of the order may still be deliverable. */
export const isPriceRepaid = (order: Order): boolean => isChargedBack(order) || order.payment.refundedAmount >= order.total;

/** Older data has declined lines without a refund. */
export const isDeclined = (line: Line): boolean => line.productionPossible;

/** The lines whose videos are delivered later. */
export const awaitedLines = ({ handledAt, lines }: Pick<Order, 'handledAt' | 'lines'>): Line[] =>
  handledAt === null ? lines.filter((line) => !isDeclined(line) && line.video === null) : [];

/** Whether an order was completed although videos are missing, so that it can be reopened. */
export const isReopenable = ({ status, download, lines }: Order): boolean =>
  status === '対応済み' && (download === null || download.recalledAt !== null || awaitedLines({ handledAt: null, lines }).length > 0);

/** The lines of the latest delivery that still have their videos: a recall takes these back. */
export const latestDeliveredLines = ({ download, lines }: Pick<Order, 'download' | 'lines'>): Line[] =>
  lines.filter(({ delivery }) => delivery !== null && delivery.at.getTime() === download?.openedAt.getTime());

const priceOf = (lines: readonly Line[]): number => lines.reduce((sum, { price }) => sum + price, 0);

/**
 * The refunded amount, in yen, from which on the customer loses the videos that are not declined: the whole price, and more than the declined
 * lines explain. A free video therefore remains deliverable when only the other lines are declined.
 */
export const fullRefundThreshold = (order: Order): number => Math.max(order.total, priceOf(order.lines.filter(isDeclined)) + 1);

/** Every video is declined, or the whole price was refunded or charged back. */
export const hasNothingToDeliver = (order: Order): boolean =>
  isChargedBack(order) || order.lines.every(isDeclined) || order.payment.refundedAmount >= fullRefundThreshold(order);

/**
 * Whether nothing is left to deliver, and the customer has the money back or gets it without an admin's help. Such an order needs no work, although
 * nobody handled it. After a failed refund it needs work again.
 */
export const isSettledByRefund = (order: Order): boolean =>
  hasNothingToDeliver(order) &&
  (isPriceRepaid(order) || order.lines.every(({ declined }) => declined !== null && declined.refundState !== 'failed'));

/**
 * Yen that failed refunds still owe the customer; an operator must pay them by hand. A failure stores the refunded sum of its own time only,
 * which other refunds change, so the prices of the declined lines are compared as well.
 */
export const failedRefundYen = ({ lines, payment: { refundFailures, refundedAmount } }: Order): number => {
  if (refundFailures.length === 0) return 0;
  const declinedPrice = priceOf(lines.filter(({ declined }) => declined !== null && declined.refundState !== 'pending'));
  return Math.max(0, declinedPrice - refundedAmount, ...refundFailures.map(({ refundedBefore }) => refundedBefore - refundedAmount));
};

/** @throws AppError OrderNotFound */
export const getLine = (order: Order, lineNumber: string): Line => {
  const line = order.lines.find(({ number }) => number === lineNumber);
  if (!line) throw new AppError('OrderNotFound');
  return line;
};

/** Replaces the line that has the same number. */
export const replaceLine = (order: PaidOrder, line: Line): PaidOrder => ({
  ...order,
  lines: order.lines.map((other) => (other.number === line.number ? line : other)),
});

/** Lets any browser claim the video again. `reArmedAt` records that it was downloaded before. */
export const removeClaim = (line: Line, now: Date): Line => (line.claim ? { ...line, claim: null, reArmedAt: now } : line);
