import { randomUUID } from 'node:crypto';
import type { Receipt, ReceiptPageData } from '@stagereel/contracts';
import type { Shop, ShopResponse } from './shop.ts';

type ReceiptRequest = { path: string; cookie?: string | undefined; change?: object };
type ReceiptResponse = Omit<ShopResponse, 'body'> & { body: Receipt & ReceiptPageData & { code: string; fields: Record<string, string> } };

const asReceipt = (response: ShopResponse): ReceiptResponse => response as unknown as ReceiptResponse;

export const byNumber = (number: string): string => `/api/orders/${number}/receipt`;
export const byPage = (pageId: string): string => `/api/download/${pageId}/receipt`;

/** A receipt form as the web sends it. */
export const formOf = (change: object = {}) => ({
  key: randomUUID(),
  addressee: '株式会社見本',
  honorific: '様' as const,
  proviso: '動画制作代として',
  ...change,
});

export const receiptsOf = (shop: Shop) => ({
  getForm: async ({ path, cookie }: ReceiptRequest): Promise<ReceiptResponse> => asReceipt(await shop.call({ path, cookie })),
  issue: async ({ path, cookie, change }: ReceiptRequest): Promise<ReceiptResponse> =>
    asReceipt(await shop.call({ method: 'POST', path, cookie, body: formOf(change) })),

  /** Buys an order; returns the path of its receipts and the cookie of its address. */
  buy: async (options: Parameters<Shop['buy']>[0] = {}) => {
    const { email, number, intent } = await shop.buy(options);
    return { email, number, intentId: intent.paymentIntentId, path: byNumber(number), cookie: shop.identity.proofCookie(email) };
  },

  /** Refunds at the provider and waits for the webhook. */
  refund: async ({ number, intentId, amount }: { number: string; intentId: string; amount: number }) => {
    const { payment } = await shop.storedOrder(number);
    await shop.stripe.refunds.create({ payment_intent: intentId, amount });
    await shop.waitForOrder(number, (order) => order.payment.refundedAmount === payment.refundedAmount + amount);
  },
});
