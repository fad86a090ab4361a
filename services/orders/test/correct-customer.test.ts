import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { orderDelivered } from '@stagereel/contracts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { actsOn, claim, correct, delivered, eventsOf, resend, untilActed, untilEvents } = deskOf(() => shop);

describe('a corrected address', () => {
  test('when it is corrected, then history, look-up, receipts and mails follow it, and the old one has nothing left', async () => {
    const { number, email: wrong } = await shop.buy();
    const oldPage = await delivered({ number });
    const right = shop.newEmail();
    const { status, body } = await correct(number, ` ${right.toUpperCase()} `);
    expect([status, body.email]).toEqual([200, right]);
    const newPage = body.page!.path.replace('/download/', '');
    expect(newPage).toMatch(/^[\w-]{43}$/);
    expect(newPage).not.toBe(oldPage);
    expect((await shop.call({ path: `/api/download/${oldPage}` })).body.code).toBe('DownloadPageNotFound');
    expect((await shop.call({ path: `/api/download/${oldPage}/receipt` })).status).toBe(404);
    expect((await claim(oldPage, `${number}-01`)).status).toBe(404);
    expect((await shop.call({ path: `/api/download/${newPage}` })).body.orders).toMatchObject([{ id: `${number}-01`, state: 'open' }]);

    const historyOf = async (email: string) =>
      (await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) })).body as unknown as object[];
    expect(await historyOf(wrong)).toEqual([]);
    expect(await historyOf(right)).toMatchObject([{ id: `${number}-01`, customerEmail: right, videoDownloadUrl: `/download/${newPage}` }]);
    const receiptFor = (email: string) => shop.call({ path: `/api/orders/${number}/receipt`, cookie: shop.identity.proofCookie(email) });
    expect((await receiptFor(wrong)).status).toBe(404);
    expect((await receiptFor(right)).status).toBe(200);

    await resend(number, 'order-delivery');
    const [, again] = await untilEvents({ number, type: 'order.delivered', count: 2 });
    expect(again!.data).toMatchObject({ email: right, pageId: newPage });
    expect(await untilActed(number, 'order.customer-corrected')).toMatchObject({ before: { email: wrong }, after: { email: right } });
    for (const page of [oldPage, newPage]) expect(JSON.stringify(actsOn(number))).not.toContain(page);
  });

  test('when guests look the order up afterwards, then only the new address hears of it', async () => {
    const { number, email: wrong } = await shop.buy();
    const right = shop.newEmail();
    await correct(number, right);
    for (const email of [wrong, right]) {
      await shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber: number, email } });
    }
    const isOfOrder = (data: unknown) => (data as { orderNumber: string }).orderNumber === number;
    await shop.probe.waitFor('order-link.requested', ({ data }) => isOfOrder(data));
    expect(eventsOf('order-link.requested', number)).toMatchObject([{ data: { email: right } }]);
  });

  test('when the browser that paid with the old address asks for its payment again, then it gets nothing of the order', async () => {
    const email = shop.newEmail();
    const { body: intent } = await shop.openPayment({ email, key: 'mine' });
    await shop.giveCard(intent);
    await shop.until(intent.orderNumber, ({ payment }) => payment.state === 'paid');
    expect((await shop.openPayment({ email, key: 'mine' })).body.orderNumber).toBe(intent.orderNumber);
    await correct(intent.orderNumber, shop.newEmail());
    const again = await shop.openPayment({ email, key: 'mine' });
    expect([again.status, again.body.code]).toEqual([409, 'IdempotencyKeyReused']);
    expect(JSON.stringify(again.body)).not.toContain(intent.orderNumber);
  });

  test('when it is the address the order has, then nothing changes, not even the page', async () => {
    const { number, email } = await shop.buy();
    const pageId = await delivered({ number });
    const before = await shop.until(number, () => true);
    expect((await correct(number, email)).body.page!.path).toBe(`/download/${pageId}`);
    expect(await shop.stored(number)).toEqual(before);
  });

  test.each(['', 'taro', 'taro@', 'a b@example.jp', 'a@example.jp\r\nBcc: b@example.jp'])('when it is %j, then 400', async (email) => {
    const { number } = await shop.buy();
    expect((await correct(number, email)).status).toBe(400);
  });

  test('when a delivery comes at the same time, then its mail goes where its page is', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      await Promise.all([delivered({ number }), correct(number, shop.newEmail())]);
      const { email, download } = await shop.until(number, () => true);
      const [event] = await untilEvents({ number, type: 'order.delivered', count: 1 });
      const told = orderDelivered.schema.parse(event!.data);
      expect(told.email === email).toBe(told.pageId === download!.pageId);
    }
  });
});
