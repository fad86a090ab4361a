import { describe, expect, test } from '@jest/globals';
import { CARDS, ShopError } from '@stagereel/shop-client';
import { fillBasket } from '../support/basket.ts';
import type { TestStack } from '../support/test-stack.ts';
import { orderRaces } from './order-races.ts';

export const apiPurchases = (stack: () => TestStack): void => {
  const statusOf = async (call: Promise<unknown>): Promise<number> => {
    try {
      await call;
      return 200;
    } catch (error) {
      if (error instanceof ShopError) return error.status;
      throw error;
    }
  };

  /** Every confirmation mail that names the order. */
  const confirmationsOf = async ({ email, orderNumber }: { email: string; orderNumber: string }) =>
    (await stack().mailbox.to(email)).filter(({ subject }) => subject.includes(orderNumber) && subject.includes('ご注文'));

  describe('a paid order becomes a delivered video', () => {
    test('when a guest buys two videos, then the order is confirmed by mail, delivered, and downloaded by one browser only (customer 1.2)', async () => {
      const email = 'journey@example.jp';
      const customer = stack().newCustomer();
      const basket = await fillBasket(customer, { email });
      expect(await statusOf(customer.createPaymentIntent(basket))).toBe(401);
      await customer.proveEmail(email);

      const { intent, lines } = await customer.buy(basket);
      expect(lines.map(({ id, status, videoDownloadUrl }) => [id, status, videoDownloadUrl])).toEqual([
        [`${intent.orderNumber}-01`, '未対応', null],
        [`${intent.orderNumber}-02`, '未対応', null],
      ]);
      expect(await customer.requestConfirmationMail(intent.orderNumber)).toEqual({ orderNumber: intent.orderNumber, sent: true });
      const mail = await stack().mailbox.waitFor({ to: email, subject: new RegExp(intent.orderNumber) });
      expect(mail.text).toContain(`${intent.orderNumber}`);

      const admin = await stack().signedInAdmin();
      const pending = (await admin.orders()).filter(({ orderNumber }) => orderNumber.startsWith(intent.orderNumber));
      expect(pending.map(({ status, payment }) => [status, payment])).toEqual([
        ['未対応', 'paid'],
        ['未対応', 'paid'],
      ]);
      const urls = Object.fromEntries(pending.map(({ id }) => [id, `https://videos.example.com/${id}`]));
      const delivered = await admin.deliver(intent.orderNumber, urls);
      expect(delivered).toMatchObject({ status: '納品済み', customerEmailSent: true });
      expect(await admin.deliver(intent.orderNumber, urls)).toMatchObject({ status: '納品済み' });

      const deliveryMail = await stack().mailbox.waitFor({ to: email, subject: /納品/ });
      const path = /\/download\/[\w-]+/.exec(deliveryMail.text)?.[0];
      expect(path).toBe(delivered.downloadPath);
      const pageId = String(path).replace('/download/', '');

      const page = await customer.downloadPage(pageId);
      expect(page.orders.map(({ state }) => state)).toEqual(['open', 'open']);
      expect(JSON.stringify(page)).not.toContain('videos.example.com');
      const [line] = page.orders;
      expect((await customer.claim(pageId, line!.id)).url).toBe(`https://videos.example.com/${line!.id}`);
      expect((await customer.claim(pageId, line!.id)).url).toBe(`https://videos.example.com/${line!.id}`);
      const stranger = stack().newCustomer();
      expect(await statusOf(stranger.claim(pageId, line!.id))).toBe(409);
      expect((await stranger.downloadPage(pageId)).orders.map(({ state }) => state)).toEqual(['claimed-elsewhere', 'open']);
    });

    test('when the tab is closed right after the payment, then the webhook alone completes the order and sends one mail', async () => {
      const email = 'closed-tab@example.jp';
      const customer = stack().newCustomer();
      await customer.proveEmail(email);
      const basket = await fillBasket(customer, { email });
      const intent = await customer.createPaymentIntent(basket);
      await customer.confirmCard(intent);
      await stack().mailbox.waitFor({ to: email, subject: new RegExp(intent.orderNumber) });
      const admin = await stack().signedInAdmin();
      expect((await admin.orders()).filter(({ orderNumber }) => orderNumber.startsWith(intent.orderNumber))).toHaveLength(2);
      expect(await confirmationsOf({ email, orderNumber: intent.orderNumber })).toHaveLength(1);
    });

    test('when the webhook is lost and the tab closed, then the reconciler alone completes the order and sends one mail', async () => {
      const email = 'lost-webhook@example.jp';
      const customer = stack().newCustomer();
      await customer.proveEmail(email);
      await stack().webhooks('drop');
      try {
        const intent = await customer.createPaymentIntent(await fillBasket(customer, { email }));
        await customer.confirmCard(intent);
        await stack().mailbox.waitFor({ to: email, subject: new RegExp(intent.orderNumber) });
        expect(await confirmationsOf({ email, orderNumber: intent.orderNumber })).toHaveLength(1);
      } finally {
        await stack().webhooks('deliver');
      }
    });

    test('when the card is declined, then nothing is ordered, and a good card pays the same order', async () => {
      const email = 'declined@example.jp';
      const customer = stack().newCustomer();
      await customer.proveEmail(email);
      const basket = await fillBasket(customer, { email });
      const intent = await customer.createPaymentIntent(basket);
      const refused = await customer.confirmCard(intent, CARDS.declined);
      expect([refused.httpStatus, refused.error?.code]).toEqual([402, 'card_declined']);
      expect(await statusOf(customer.placeOrders(intent, basket.items))).toBe(402);
      expect((await customer.confirmCard(intent)).status).toBe('succeeded');
      expect(await customer.placeOrders(intent, basket.items)).toHaveLength(2);
    });

    test('when somebody other than an admin requests orders, then the request is refused', async () => {
      const customer = stack().newCustomer();
      expect(await statusOf(customer.call({ path: '/api/orders' }))).toBe(401);
      expect(await statusOf(customer.call({ path: '/internal/jwks' }))).toBe(404);
      expect(await statusOf(customer.call({ method: 'POST', path: '/api/contests', body: { name: 'x' } }))).toBe(401);
    });
  });

  orderRaces(stack);
};
