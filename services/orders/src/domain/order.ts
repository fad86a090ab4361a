import type { DisputeOutcome, OrderStatus, RefundState, Seller, VideoStyle } from '@stagereel/contracts';
import type { PaymentState } from './order-life-cycle.ts';

/** Where a finished video is: behind an outside https link, or in the media service, as `video:{id}`. */
export type VideoSource = { kind: 'outside' | 'stored'; url: string };

/** One browser's right to one video: `browser` is the hash of its cookie, `until` the end of the right. */
export type DownloadClaim = { browser: string; claimedAt: Date; until: Date };

/** The product will not make this video, and its price goes back. What the provider refused may be tried again, as another attempt. */
export type Declined = { at: Date; reason: string; refundState: RefundState; attempt: number };

/** One video of an order. Its number is its id. */
export type Line = {
  number: string;
  contestId: string;
  contestName: string;
  category: string;
  athleteNumber: string;
  athleteName: string | null;
  style: VideoStyle;
  /** Yen, tax included, as the catalog said when the order was placed. */
  price: number;
  /** True means that the product declines to produce this video; the name is the specification's. */
  productionPossible: boolean;
  declined: Declined | null;
  video: VideoSource | null;
  claim: DownloadClaim | null;
  /** When a claim was last taken back, so that it may be downloaded once more; it was downloaded all the same. */
  reArmedAt: Date | null;
};

/** A refund that succeeded and came back, maybe weeks later. `refundedBefore`: yen given back while it counted. */
export type RefundFailure = { refundId: string; amount: number; reason: string; at: Date; refundedBefore: number };

export type OrderPayment = {
  state: PaymentState;
  intentId: string | null;
  paidAt: Date | null;
  /** The event that told of the payment; the mail it caused names it. */
  paidEventId: string | null;
  /** Yen given back so far. */
  refundedAmount: number;
  /** When the latest dispute was opened, and how it ended; no outcome while it is open. */
  disputedAt: Date | null;
  disputeOutcome: DisputeOutcome | null;
  /** When a refund that is on its way is next looked after; null while none is. */
  refundCheckAt: Date | null;
  refundFailures: RefundFailure[];
};

/** Opened by the delivery. `eventId` is the event that told of it; `recalledAt`: since when that delivery is taken back. */
export type OrderDownload = { pageId: string; openedAt: Date; expiresAt: Date; eventId: string; recalledAt: Date | null };

/** One thing heard of one mail. Facts are only added, so repeats and any order of arrival end in the same list. */
export type MailFact = {
  eventId: string;
  mailId: string;
  causedBy: string;
  template: string;
  recipient: string;
  state: 'sent' | 'failed';
  at: Date;
};

/** A receipt as it was issued. The order's lines are not in it: nothing changes them once they are paid. */
export type IssuedReceipt = {
  /** The request it answers. */
  key: string;
  number: string;
  issuedAt: Date;
  addressee: string;
  proviso: string;
  /** Yen. */
  refundedAmount: number;
  total: number;
  taxRatePercent: number;
  taxAmount: number;
  /** As it was then: it may move. */
  seller: Seller;
};

/** The aggregate: one document, so that each change of it is one atomic write. */
export type Order = {
  id: string;
  /** Grows with every write; a change of an order as it was read counts only while this stands. */
  revision: number;
  /** The base number. */
  number: string;
  /** The proven address the order belongs to. */
  email: string;
  customerName: string;
  /** The request that placed it: the key it came with, and a digest of its body. */
  request: { key: string; digest: string };
  /** Yen, tax included: the sum of the lines. */
  total: number;
  createdAt: Date;
  payment: OrderPayment;
  status: OrderStatus;
  handledAt: Date | null;
  lines: Line[];
  download: OrderDownload | null;
  mails: MailFact[];
  /** The first is the original, the others are reissues. */
  receipts: IssuedReceipt[];
};

export type PaidOrder = Order & { payment: { paidAt: Date; intentId: string } };

export const isPaid = (order: Order): order is PaidOrder =>
  order.payment.state === 'paid' && order.payment.paidAt !== null && order.payment.intentId !== null;
/** The bank took the price back; the sum given back does not count it. */
export const isChargedBack = (order: Order): boolean => order.payment.disputeOutcome === 'lost';
/** Nothing of its price is left to the shop; a video that cost nothing may be left to its customer. */
export const isMoneyBack = (order: Order): boolean => isChargedBack(order) || order.payment.refundedAmount >= order.total;
/** The name of the field is the specification's; older data has it without a refund. */
export const isDeclined = (line: Line): boolean => line.productionPossible;
const priceOf = (lines: readonly Line[]): number => lines.reduce((sum, { price }) => sum + price, 0);
/**
 * Yen of refunds that came back and were not made good since; only a person can bring them to whom they are owed. A single failure knows the sum
 * as it was by then, which another refund that came back or a later one hides, so the declined lines say what is to be given back, too.
 */
export const owedBack = ({ lines, payment: { refundFailures, refundedAmount } }: Order): number => {
  if (refundFailures.length === 0) return 0;
  const promised = priceOf(lines.filter(({ declined }) => declined !== null && declined.refundState !== 'pending'));
  return Math.max(0, promised - refundedAmount, ...refundFailures.map(({ refundedBefore }) => refundedBefore - refundedAmount));
};
/**
 * The sum given back, in yen, that takes the videos away which were not declined: all of the price, and more than the declined ones explain.
 * A video that cost nothing stays where only the others were declined.
 */
export const wholeRefundOf = (order: Order): number => Math.max(order.total, priceOf(order.lines.filter(isDeclined)) + 1);
/** Nothing is left to deliver: every video was declined, or all its money went back, to the card or by a lost dispute. */
export const isGivenBack = (order: Order): boolean =>
  isChargedBack(order) || order.lines.every(isDeclined) || order.payment.refundedAmount >= wholeRefundOf(order);
