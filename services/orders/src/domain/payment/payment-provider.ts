import type { Dispute } from '../order/order.ts';

export type ProviderPayment = {
  intentId: string;
  /** The order id in the payment's metadata; null for a payment of another shop on the same account. */
  orderId: string | null;
  /** `unpaid`: waits for a card; `unclear`: in progress; `cancelled`: can never succeed. */
  status: 'unpaid' | 'unclear' | 'succeeded' | 'cancelled';
  amountReceived: number;
  currency: string;
};

/** What the browser needs to confirm a payment. */
export type PaymentSecret = { intentId: string; clientSecret: string };

/** One attempt to refund the price of a line. */
export type RefundRequest = { intentId: string; orderId: string; lineNumber: string; amount: number; attempt: number };
/** `refundedAmount`: everything refunded of the payment so far. `failed`: this attempt can never succeed. */
export type RefundResult =
  | { state: 'succeeded'; refundedAmount: number }
  | { state: 'pending' }
  | { state: 'failed'; reason: string; isDisputed: boolean };

/** The money of a succeeded payment, with its latest dispute. */
export type Charge = { dispute: Dispute | null; amountLeft: number; refundedAmount: number };

/** The card payment provider. Every call throws AppError PaymentUnavailable if the provider does not respond. */
export type PaymentProvider = {
  /** Idempotent: the same order always gets the same payment. */
  create: (order: { id: string; number: string; total: number }) => Promise<PaymentSecret>;
  getSecret: (intentId: string) => Promise<PaymentSecret>;
  retrieve: (intentId: string) => Promise<ProviderPayment>;
  /** Cancels the payment if that is still possible, and returns its current state. */
  cancel: (intentId: string) => Promise<ProviderPayment>;
  getCharge: (intentId: string) => Promise<Charge>;
  /** Idempotent per line and attempt: a line's price is refunded once, however often this is called. */
  refund: (request: RefundRequest) => Promise<RefundResult>;
};

/** A refund that does not reach the card, although it may have succeeded before. `line` is null for a refund made by hand. */
export type FailedRefund = {
  intentId: string;
  refundId: string;
  amount: number;
  reason: string;
  line: { number: string; attempt: number } | null;
};

/** A webhook in the shop's terms. */
export type ProviderEvent =
  | { kind: 'payment-succeeded'; payment: ProviderPayment }
  | { kind: 'refunded'; intentId: string; refundedAmount: number }
  | { kind: 'refund-failed'; failure: FailedRefund }
  | { kind: 'disputed'; intentId: string; dispute: Dispute }
  | { kind: 'irrelevant'; type: string };

/** Rate limits per address. */
export type PaymentLimits = {
  /** Counts a new payment. `undo` removes the count if no payment was opened. @throws AppError PaymentsTooMany */
  countPayment: (email: string) => Promise<{ undo: () => Promise<void> }>;
  /** Counts a query to the provider. Returns the seconds to wait if the limit is exceeded, else null. */
  countQuery: (email: string) => Promise<number | null>;
};
