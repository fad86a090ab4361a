import { randomUUID } from 'node:crypto';
import type { Receipt, ReceiptState } from '@stagereel/contracts';
import type { Answer, Shop } from './shop.ts';

type Asked = { path: string; cookie?: string | undefined; change?: object };
export type ReceiptAnswer = Omit<Answer, 'body'> & { body: Receipt & ReceiptState & { code: string; fields: Record<string, string> } };

const as = (answer: Answer): ReceiptAnswer => answer as unknown as ReceiptAnswer;

export const byNumber = (number: string): string => `/api/orders/${number}/receipt`;
export const byPage = (pageId: string): string => `/api/download/${pageId}/receipt`;

/** A receipt's form as the web sends it. */
export const formOf = (change: object = {}) => ({
  key: randomUUID(),
  addressee: '株式会社見本',
  proviso: '動画制作代として',
  ...change,
});

/** What tests of receipts ask; the shop is asked for at each call, because it starts after this is made. */
export const receiptsOf = (shop: () => Shop) => ({
  look: async ({ path, cookie }: Asked): Promise<ReceiptAnswer> => as(await shop().call({ path, cookie })),
  issue: async ({ path, cookie, change }: Asked): Promise<ReceiptAnswer> =>
    as(await shop().call({ method: 'POST', path, cookie, body: formOf(change) })),

  /** A paid order with the cookie of its address. */
  bought: async (options: Parameters<Shop['buy']>[0] = {}) => {
    const { email, number, intent } = await shop().buy(options);
    return { email, number, intentId: intent.paymentIntentId, path: byNumber(number), cookie: shop().identity.proofCookie(email) };
  },

  giveBack: async ({ number, intentId, amount }: { number: string; intentId: string; amount: number }) => {
    const { payment } = await shop().stored(number);
    await shop().stripe.refunds.create({ payment_intent: intentId, amount });
    await shop().until(number, (order) => order.payment.refundedAmount === payment.refundedAmount + amount);
  },
});
