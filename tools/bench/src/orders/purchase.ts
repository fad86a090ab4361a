import { randomUUID } from 'node:crypto';
import { type OrderItem, type PaymentIntentResponse, paymentIntentResponseSchema } from '@stagereel/contracts';
import { CARDS, type Mailbox } from '@stagereel/shop-client';
import { post } from './post.ts';

export const PRICE = 3000;
const MAIL_TIMEOUT_MS = 60_000;

/** Times are in ms since 1970. */
export type Purchase = {
  email: string;
  orderNumber: string;
  /** When the buyer pressed the button. */
  payingAt: number;
  /** When the card simulator told the buyer that the card was charged. */
  paidAt: number;
};

const cardForm = ({ publishableKey, clientSecret }: PaymentIntentResponse): URLSearchParams =>
  new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: 'http://localhost/payment',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': CARDS.ok,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3),
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'TARO YAMADA',
  });

type Buy = { gateway: string; mailbox: Mailbox; item: OrderItem; email: string };

/**
 * The requests of the web app when a guest buys one video: proves the address with the mailed code, opens the payment, pays at the card
 * simulator, asks for the paid order, and asks whether the confirmation mail was sent.
 * @throws when a step fails
 */
export const purchase = async ({ gateway, mailbox, item, email }: Buy): Promise<Purchase> => {
  const cookies = new Map<string, string>();
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    post({ url: new URL(path, gateway), body, cookies, headers: { origin: gateway, ...headers } });

  const mailed = mailbox.waitForCode({ to: email, timeoutMs: MAIL_TIMEOUT_MS });
  const [code] = await Promise.all([mailed, call('/api/send-verification-code', { email })]);
  await call('/api/verify-email-code', { email, code });

  const basket = { items: [item], amount: PRICE, customer: { email, name: '山田 花子' } };
  const opened = await call('/api/create-payment-intent', basket, { 'idempotency-key': randomUUID() });
  const intent = paymentIntentResponseSchema.parse(opened);

  const payingAt = Date.now();
  const paymentUrl = new URL(`/v1/payment_intents/${intent.paymentIntentId}/confirm`, intent.providerUrl ?? undefined);
  const { status } = await post({ url: paymentUrl, body: cardForm(intent) });
  const paidAt = Date.now();
  if (status !== 'succeeded') throw new Error(`The payment is ${status}`);

  const { contestId, category, athleteNumber, videoStyle: style } = item;
  await call('/api/orders', [{ paymentIntentId: intent.paymentIntentId, contestId, category, athleteNumber, style, customerEmail: email }]);
  await call('/api/send-payment-confirmation', { orderNumber: intent.orderNumber, to: email });
  return { email, orderNumber: intent.orderNumber, payingAt, paidAt };
};
