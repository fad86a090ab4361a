import Stripe from 'stripe';
import type { MongoClient } from './dump.ts';
import type { Settings } from './settings.ts';

export type UnknownPayment = {
  id: string;
  paidAt: Date;
  amount: number;
  currency: string;
  email: string | null;
  orderNumber: string | null;
  refunded: number;
};

/** Payments are opened with their order, so those of orders in the backup are known. A day covers clocks that differ, and more. */
const MARGIN_MS = 86_400_000;
/** Set by the orders service when it opens a payment. */
const ORDER_ID = 'order_id';
const ORDER_NUMBER = 'order_number';

const connectStripe = ({ secretKey, apiUrl }: { secretKey: string; apiUrl: string | undefined }): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl);
  const protocol = url?.protocol === 'http:' ? 'http' : 'https';
  const server = url && { host: url.hostname, port: url.port || (protocol === 'http' ? 80 : 443), protocol };
  return new Stripe(secretKey, { maxNetworkRetries: 3, telemetry: false, ...server } as Stripe.StripeConfig);
};

type Order = { _id: string; payment: { state: string; intentId?: string } };
type Input = { mongo: MongoClient; database: string; stripe: Settings['stripe']; since: Date };

/**
 * Compares the successful payments with the orders. An order that was dumped before its payment was opened learns its payment now, so that the reconciler
 * settles it instead of cancelling the order.
 * @returns the payments of this shop that have no order; undefined without a key of Stripe
 */
export const findUnknownPayments = async ({ mongo, database, stripe, since }: Input): Promise<UnknownPayment[] | undefined> => {
  if (!stripe.secretKey) return undefined;
  const orders = mongo.db(database).collection<Order>('orders');
  const created = { gte: Math.floor((since.getTime() - MARGIN_MS) / 1000) };
  const unknown: UnknownPayment[] = [];
  const client = connectStripe({ secretKey: stripe.secretKey, apiUrl: stripe.apiUrl });
  for await (const intent of client.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] })) {
    const orderId = intent.metadata[ORDER_ID];
    // Without an order id it is a payment of another shop on the same account.
    if (intent.status !== 'succeeded' || !orderId) continue;
    const unopened = { _id: orderId, 'payment.state': 'awaiting', 'payment.intentId': { $exists: false } };
    await orders.updateOne(unopened, { $set: { 'payment.intentId': intent.id } });
    if (await orders.findOne({ _id: orderId }, { projection: { _id: 1 } })) continue;
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    unknown.push({
      id: intent.id,
      paidAt: new Date((charge?.created ?? intent.created) * 1000),
      amount: intent.amount_received,
      currency: intent.currency,
      email: intent.receipt_email ?? charge?.billing_details.email ?? null,
      orderNumber: intent.metadata[ORDER_NUMBER] ?? null,
      refunded: charge?.amount_refunded ?? 0,
    });
  }
  return unknown.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
};

export const paymentTable = (payments: readonly UnknownPayment[]): string => {
  const rows = payments.map(({ id, paidAt, amount, currency, email, orderNumber, refunded }) => {
    const sum = `${amount} ${currency}${refunded > 0 ? ` (${refunded} refunded)` : ''}`;
    return [paidAt.toISOString(), sum.padStart(12), (orderNumber ?? '-').padEnd(16), id, email ?? '-'].join('  ');
  });
  return ['PAID AT                         AMOUNT  ORDER             PAYMENT, E-MAIL', ...rows].join('\n');
};
