import { randomUUID } from 'node:crypto';
import { type OrderItem, type PaymentIntentResponse, paymentIntentResponseSchema } from '@stagereel/contracts';
import { CARDS } from '@stagereel/shop-client';
import type { MailReceiver, ReceivedMail } from '../kit/mail-receiver.ts';
import { post } from './post.ts';

export const PRICE = 3000;
const CODE = /(?<!\d)\d{6}(?!\d)/;
const MAIL_TIMEOUT_MS = 60_000;

/** Times are `performance.now()`. */
export type Purchase = {
  email: string;
  orderNumber: string;
  /** When the buyer pressed the button. */
  payingAt: number;
  /** When the card simulator told the buyer that the card was charged. */
  paidAt: number;
};

export type Inbox = {
  /** Waits for a mail to the address that has the text. */
  waitFor: (wanted: { to: string; text: RegExp }) => Promise<ReceivedMail>;
};

export const openInbox = (receiver: MailReceiver): Inbox => {
  const waiting = new Map<string, { text: RegExp; resolve: (mail: ReceivedMail) => void }>();
  receiver.onMail((mail) => {
    const waiter = waiting.get(mail.to);
    if (waiter?.text.test(mail.text)) waiter.resolve(mail);
  });
  return {
    waitFor: ({ to, text }) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No mail to ${to} within ${MAIL_TIMEOUT_MS} ms`)), MAIL_TIMEOUT_MS);
        waiting.set(to, {
          text,
          resolve: (mail) => {
            clearTimeout(timer);
            waiting.delete(to);
            resolve(mail);
          },
        });
      }),
  };
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

type Buy = { gateway: string; inbox: Inbox; item: OrderItem; email: string };

/**
 * The requests of the web app when a guest buys one video: proves the address with the mailed code, opens the payment, pays at the card
 * simulator, asks for the paid order, and asks whether the confirmation mail was sent.
 * @throws when a step fails
 */
export const purchase = async ({ gateway, inbox, item, email }: Buy): Promise<Purchase> => {
  const cookies = new Map<string, string>();
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    post({ url: new URL(path, gateway), body, cookies, headers: { origin: gateway, ...headers } });

  const codeMail = inbox.waitFor({ to: email, text: CODE });
  await Promise.all([codeMail, call('/api/send-verification-code', { email })]);
  const [code] = CODE.exec((await codeMail).text) ?? [];
  await call('/api/verify-email-code', { email, code });

  const basket = { items: [item], amount: PRICE, customer: { email, name: '山田 花子' } };
  const opened = await call('/api/create-payment-intent', basket, { 'idempotency-key': randomUUID() });
  const intent = paymentIntentResponseSchema.parse(opened);

  const payingAt = performance.now();
  const paymentUrl = new URL(`/v1/payment_intents/${intent.paymentIntentId}/confirm`, intent.providerUrl ?? undefined);
  const { status } = await post({ url: paymentUrl, body: cardForm(intent) });
  const paidAt = performance.now();
  if (status !== 'succeeded') throw new Error(`The payment is ${status}`);

  const { contestId, category, athleteNumber, videoStyle: style } = item;
  await call('/api/orders', [{ paymentIntentId: intent.paymentIntentId, contestId, category, athleteNumber, style, customerEmail: email }]);
  await call('/api/send-payment-confirmation', { orderNumber: intent.orderNumber, to: email });
  return { email, orderNumber: intent.orderNumber, payingAt, paidAt };
};
