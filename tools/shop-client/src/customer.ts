import { randomUUID } from 'node:crypto';
import {
  type Athlete,
  athleteListSchema,
  claimResponseSchema,
  contestListSchema,
  customerLineListSchema,
  customerLineSchema,
  DOWNLOAD_CLAIM_COOKIE,
  downloadPageSchema,
  FALLBACK_PRICE,
  type OrderItem,
  type PaymentIntentResponse,
  paymentConfirmationResponseSchema,
  paymentIntentResponseSchema,
  type VideoStyle,
} from '@stagereel/contracts';
import { z } from 'zod';
import { accountCalls } from './account.ts';
import { openBrowser } from './http.ts';
import type { Mailbox } from './mailbox.ts';

type Shop = { gateway: string; mailbox: Mailbox; headers?: Readonly<Record<string, string>> };
export type Basket = { items: OrderItem[]; amount: number; customer: { email: string; name: string } };

export const itemOf = ({ contestId, category, athleteNumber }: Athlete, videoStyle: VideoStyle): OrderItem => ({
  contestId,
  category,
  athleteNumber,
  videoStyle,
});

/** Yen. */
export const priceOf = ({ verticalVideoPrice, horizontalVideoPrice }: Athlete, style: VideoStyle): number =>
  (style === '縦動画' ? verticalVideoPrice : horizontalVideoPrice) ?? FALLBACK_PRICE;

export const CARDS = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  threeDSecure: '4000002500003155',
} as const;

const confirmedSchema = z.looseObject({
  status: z.string().optional(),
  next_action: z.looseObject({ redirect_to_url: z.object({ url: z.string() }).optional() }).nullish(),
  error: z.looseObject({ code: z.string().optional(), decline_code: z.string().optional(), message: z.string().optional() }).optional(),
});

/** A visitor with one browser: the API calls of the customer pages. */
export const openCustomer = ({ gateway, mailbox, headers }: Shop) => {
  const browser = openBrowser(gateway, headers);
  const { call } = browser;

  const confirmCard = async (intent: PaymentIntentResponse, number: string = CARDS.ok) => {
    const form = new URLSearchParams({
      key: intent.publishableKey,
      client_secret: intent.clientSecret,
      return_url: new URL('/payment', gateway).href,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getFullYear() + 3),
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'TARO YAMADA',
    });
    const url = `${intent.providerUrl ?? ''}/v1/payment_intents/${intent.paymentIntentId}/confirm`;
    const response = await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(30_000) });
    return { httpStatus: response.status, ...confirmedSchema.parse(await response.json()) };
  };

  const self = {
    ...browser,
    ...accountCalls({ browser, mailbox }),
    contests: () => call({ path: '/api/contests', schema: contestListSchema }),
    athletes: (contestId: string) => call({ path: `/api/contests/${contestId}/athletes`, schema: athleteListSchema }),
    /** Requests a code, reads it in the mailbox, and verifies the address with it. */
    proveEmail: async (email: string): Promise<void> => {
      const except = await mailbox.idsOf(email);
      await call({ method: 'POST', path: '/api/send-verification-code', body: { email } });
      const code = await mailbox.waitForCode({ to: email, except });
      await call({ method: 'POST', path: '/api/verify-email-code', body: { email, code } });
    },
    createPaymentIntent: (basket: Basket, idempotencyKey: string = randomUUID()) =>
      call({
        method: 'POST',
        path: '/api/create-payment-intent',
        body: basket,
        headers: { 'idempotency-key': idempotencyKey },
        schema: paymentIntentResponseSchema,
      }),
    confirmCard,
    /** What the web app posts after a successful payment: one record per item. */
    placeOrders: (intent: PaymentIntentResponse, items: readonly OrderItem[]) =>
      call({
        method: 'POST',
        path: '/api/orders',
        body: items.map((item) => ({ paymentIntentId: intent.paymentIntentId, ...recordOf(item) })),
        schema: customerLineListSchema,
      }),
    placeOrder: (intent: PaymentIntentResponse, item: OrderItem) =>
      call({
        method: 'POST',
        path: '/api/orders',
        body: { paymentIntentId: intent.paymentIntentId, ...recordOf(item) },
        schema: customerLineSchema,
      }),
    requestConfirmationMail: (orderNumber: string) =>
      call({ method: 'POST', path: '/api/send-payment-confirmation', body: { orderNumber }, schema: paymentConfirmationResponseSchema }),
    downloadPage: (pageId: string) => call({ path: `/api/download/${pageId}`, schema: downloadPageSchema }),
    /** Opens the download page first if this browser does not have its cookie yet. */
    claim: async (pageId: string, lineId: string) => {
      if (!browser.cookies().includes(`${DOWNLOAD_CLAIM_COOKIE}=`)) await self.downloadPage(pageId);
      return call({ method: 'POST', path: `/api/download/${pageId}/${lineId}/claim`, schema: claimResponseSchema });
    },
    /** The whole purchase with a valid card. */
    buy: async (basket: Basket) => {
      const intent = await self.createPaymentIntent(basket);
      const confirmed = await confirmCard(intent);
      if (confirmed.status !== 'succeeded') throw new Error(`The payment did not succeed: ${JSON.stringify(confirmed)}`);
      return { intent, lines: await self.placeOrders(intent, basket.items) };
    },
  };
  return self;
};
export type Customer = ReturnType<typeof openCustomer>;

const recordOf = ({ contestId, category, athleteNumber, videoStyle }: OrderItem) => ({
  contestId,
  category,
  athleteNumber,
  style: videoStyle,
});
