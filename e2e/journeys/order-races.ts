import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AdminLine, errorCatalogue, orderTimelineSchema, salesSummarySchema } from '@stagereel/contracts';
import { type Admin, CARDS, type Customer, ShopError } from '@stagereel/shop-client';
import { fillBasket } from '../support/basket.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';
import { until } from '../support/poll.ts';
import type { TestStack } from '../support/test-stack.ts';

const EMAIL = 'order-races@example.jp';
/** The payment succeeds and is disputed immediately. */
const DISPUTED_CARD = '4000000000000259';

type Outcome = { status: number; code?: string | undefined; message?: string | undefined };

const outcomeOf = async (call: Promise<unknown>): Promise<Outcome> => {
  try {
    await call;
    return { status: 200 };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { status: error.status, code: error.body.code, message: error.body.message };
  }
};

const refusal = (code: keyof typeof errorCatalogue): Outcome => ({ ...errorCatalogue[code], code });
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Concurrent admin actions on one order, and the results that must never occur. */
export const orderRaces = (stack: () => TestStack): void => {
  describe('concurrent admin actions on one order', () => {
    let admin: Admin;
    let guest: Customer;
    beforeAll(async () => {
      admin = await stack().signedInAdmin();
      guest = stack().newCustomer();
      await guest.proveEmail(EMAIL);
    });

    const buy = async ({ count = 2, card = CARDS.ok as string } = {}): Promise<string> => {
      const basket = await fillBasket(guest, { email: EMAIL, count });
      const intent = await guest.createPaymentIntent(basket);
      expect((await guest.confirmCard(intent, card)).status).toBe('succeeded');
      await guest.placeOrders(intent, basket.items);
      return intent.orderNumber;
    };
    const linesOf = async (orderNumber: string): Promise<AdminLine[]> =>
      (await admin.orders()).filter(({ id }) => id.startsWith(`${orderNumber}-`));
    const urlsOf = (orderNumber: string, folder: string) =>
      Object.fromEntries(['01', '02'].map((line) => [`${orderNumber}-${line}`, `${VIDEO_SITE}/${folder}/${line}`]));
    const post = (path: string, body: object = {}) =>
      admin.call({ method: 'POST', path: `/api/orders/${path}`, body, schema: orderTimelineSchema });
    const decline = (orderNumber: string, line = '01') =>
      outcomeOf(post(`${orderNumber}/lines/${orderNumber}-${line}/decline`, { reason: '収録できていませんでした。' }));
    const timelineOf = (orderNumber: string) => admin.call({ path: `/api/orders/${orderNumber}/life`, schema: orderTimelineSchema });
    const sales = () => admin.call({ path: '/api/orders/sales', schema: salesSummarySchema });
    const deliveryMailsOf = async (orderNumber: string) =>
      (await stack().mailbox.to(EMAIL)).filter(({ subject }) => subject.includes(orderNumber) && subject.includes('納品'));

    test('when fifty deliveries arrive at once, then one wins, the others receive a conflict, and one mail is sent', async () => {
      const orderNumber = await buy();
      const deliveries = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'even' : 'odd'));
      const outcomes = await Promise.all(
        deliveries.map(async (folder) => ({ folder, ...(await outcomeOf(admin.deliver(orderNumber, urlsOf(orderNumber, folder)))) })),
      );
      const [line] = await linesOf(orderNumber);
      const winner = line?.videoDownloadUrl?.includes('/even/') ? 'even' : 'odd';
      expect(outcomes.map(({ folder, ...outcome }) => ({ ...outcome, isWinner: folder === winner }))).toEqual(
        deliveries.map((folder) =>
          folder === winner ? { status: 200, isWinner: true } : { ...refusal('OrderAlreadyDelivered'), isWinner: false },
        ),
      );
      expect((await linesOf(orderNumber)).map(({ status, videoDownloadUrl }) => [status, videoDownloadUrl])).toEqual(
        Object.values(urlsOf(orderNumber, winner)).map((url) => ['納品済み', url]),
      );
      const later = await buy();
      await admin.deliver(later, urlsOf(later, 'later'));
      await until({ what: 'the mail of a later delivery', find: async () => (await deliveryMailsOf(later)).length > 0 });
      expect(await deliveryMailsOf(orderNumber)).toHaveLength(1);
    });

    test('when a delivery and a completion arrive at once, then exactly one succeeds, and the other receives a conflict', async () => {
      for (let order = 0; order < 5; order += 1) {
        const orderNumber = await buy();
        for (let round = 0, isDelivered = false; round < 4 && !isDelivered; round += 1) {
          const actions = [() => admin.deliver(orderNumber, urlsOf(orderNumber, 'race')), () => admin.complete(orderNumber)];
          const started = (order + round) % 2 === 0 ? actions : actions.toReversed();
          const outcomes = await Promise.all(started.map((action) => outcomeOf(action())));
          expect(outcomes.toSorted((one, other) => one.status - other.status)).toEqual([{ status: 200 }, refusal('OrderAlreadyHandled')]);
          const won = started[outcomes.findIndex(({ status }) => status === 200)];
          isDelivered = won === actions[0];
          const state = isDelivered ? ['納品済み', expect.stringMatching(/^\/download\//)] : ['対応済み', null];
          expect((await linesOf(orderNumber)).map(({ status, downloadPath }) => [status, downloadPath])).toEqual([state, state]);
          if (!isDelivered) await post(`${orderNumber}/reopen`);
        }
      }
    });

    test('when orders are refunded in every possible way, then orders, sales and the payment provider report the same amounts', async () => {
      const before = await sales();
      const { provider } = stack();
      const [whole, oneLine, twice, tooMuch] = [await buy(), await buy(), await buy(), await buy({ count: 1 })];
      const disputed = await buy({ card: DISPUTED_CARD });
      const orders = [whole, oneLine, twice, tooMuch, disputed];

      await provider.refund({ orderNumber: whole });
      expect(await decline(oneLine)).toEqual({ status: 200 });
      const both = await Promise.all([decline(twice), decline(twice)]);
      expect(both.toSorted((one, other) => one.status - other.status)).toEqual([{ status: 200 }, refusal('LineAlreadyDeclined')]);
      await provider.refund({ orderNumber: tooMuch, amount: 1 });
      expect(await decline(tooMuch)).toEqual(refusal('RefundExceedsPaid'));
      expect(await decline(disputed)).toEqual(refusal('RefundDisputed'));

      const atProvider = await Promise.all(orders.map((orderNumber) => provider.refundedOf(orderNumber)));
      const [price] = (await linesOf(oneLine)).map((line) => line.price);
      expect(atProvider).toEqual([sum((await linesOf(whole)).map((line) => line.price)), price, price, 1, 0]);
      const inOrders = () => Promise.all(orders.map(async (orderNumber) => (await timelineOf(orderNumber)).payment.refundedAmount));
      await until({
        what: 'the refunded amounts of the provider in the orders',
        find: async () => String(await inOrders()) === String(atProvider),
      });
      expect((await sales()).refunded - before.refunded).toBe(sum(atProvider));

      const states = await Promise.all(orders.map(linesOf));
      expect(states.map((lines) => lines.map(({ payment, declined }) => [payment, declined?.refundState ?? null]))).toEqual([
        [
          ['refunded', null],
          ['refunded', null],
        ],
        ...[oneLine, twice].map(() => [
          ['partially-refunded', 'succeeded'],
          ['partially-refunded', null],
        ]),
        [['partially-refunded', null]],
        [
          ['disputed', null],
          ['disputed', null],
        ],
      ]);
    });

    test('when a download URL is invalid or unsafe, then the response is 400 with a message, and nothing is stored', async () => {
      const orderNumber = await buy();
      const good = urlsOf(orderNumber, 'good');
      for (const url of [
        'javascript:alert(1)',
        'http://videos.example.com/1',
        'https://user:secret@videos.example.com/1',
        'https://videos.example.com/1\nhttps://videos.example.com/2',
        'https://videos.example.com/1\r\n',
        `https://videos.example.com/${'a'.repeat(3000)}`,
      ]) {
        expect(await outcomeOf(admin.deliver(orderNumber, { ...good, [`${orderNumber}-02`]: url }))).toEqual(refusal('DownloadUrlInvalid'));
      }
      expect(
        (await linesOf(orderNumber)).map(({ status, videoDownloadUrl, downloadPath, handledAt }) => ({
          status,
          stored: [videoDownloadUrl, downloadPath, handledAt],
        })),
      ).toEqual([
        { status: '未対応', stored: [null, null, null] },
        { status: '未対応', stored: [null, null, null] },
      ]);
    });
  });
};
