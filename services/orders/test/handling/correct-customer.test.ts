import { describe, expect, test } from '@jest/globals';
import { orderDelivered } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

const { auditEntriesOf, claim, correct, deliverOrder, eventsOf, resend, waitForAuditEntry, waitForEvents } = adminOf(shop);

describe('correcting the address of an order', () => {
  test('when it is corrected, then history, lookup, receipts and mails use the new address, and the old one loses all access', async () => {
    const { number, email: oldEmail } = await shop.buy();
    const oldPage = await deliverOrder({ number });
    const newEmail = shop.newEmail();
    const { status, body } = await correct(number, ` ${newEmail.toUpperCase()} `);
    expect([status, body.email]).toEqual([200, newEmail]);
    const newPage = body.page!.path.replace('/download/', '');
    expect(newPage).toMatch(/^[\w-]{43}$/);
    expect(newPage).not.toBe(oldPage);
    expect((await shop.call({ path: `/api/download/${oldPage}` })).body.code).toBe('DownloadPageNotFound');
    expect((await shop.call({ path: `/api/download/${oldPage}/receipt` })).status).toBe(404);
    expect((await claim(oldPage, `${number}-01`)).status).toBe(404);
    expect((await shop.call({ path: `/api/download/${newPage}` })).body.orders).toMatchObject([{ id: `${number}-01`, state: 'open' }]);

    const historyOf = async (email: string) =>
      (await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) })).body as unknown as object[];
    expect(await historyOf(oldEmail)).toEqual([]);
    expect(await historyOf(newEmail)).toMatchObject([
      { id: `${number}-01`, customerEmail: newEmail, videoDownloadUrl: `/download/${newPage}` },
    ]);
    const receiptFor = (email: string) => shop.call({ path: `/api/orders/${number}/receipt`, cookie: shop.identity.proofCookie(email) });
    expect((await receiptFor(oldEmail)).status).toBe(404);
    expect((await receiptFor(newEmail)).status).toBe(200);

    await resend(number, 'order-delivery');
    const [, again] = await waitForEvents({ number, type: 'order.delivered', count: 2 });
    expect(again!.data).toMatchObject({ email: newEmail, pageId: newPage });
    expect(await waitForAuditEntry(number, 'order.customer-corrected')).toMatchObject({
      before: { email: oldEmail },
      after: { email: newEmail },
    });
    for (const page of [oldPage, newPage]) expect(JSON.stringify(auditEntriesOf(number))).not.toContain(page);
  });

  test('when guests look up the order afterwards, then only the new address gets the link', async () => {
    const { number, email: oldEmail } = await shop.buy();
    const newEmail = shop.newEmail();
    await correct(number, newEmail);
    for (const email of [oldEmail, newEmail]) {
      await shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber: number, email } });
    }
    const isOfOrder = (data: unknown) => (data as { orderNumber: string }).orderNumber === number;
    await shop.probe.waitFor('order-link.requested', ({ data }) => isOfOrder(data));
    expect(eventsOf('order-link.requested', number)).toMatchObject([{ data: { email: newEmail } }]);
  });

  test('when the browser that paid with the old address repeats its request, then it gets nothing of the order', async () => {
    const email = shop.newEmail();
    const { body: intent } = await shop.openPayment({ email, key: 'mine' });
    await shop.payByCard(intent);
    await shop.waitForOrder(intent.orderNumber, ({ payment }) => payment.state === 'paid');
    expect((await shop.openPayment({ email, key: 'mine' })).body.orderNumber).toBe(intent.orderNumber);
    await correct(intent.orderNumber, shop.newEmail());
    const again = await shop.openPayment({ email, key: 'mine' });
    expect([again.status, again.body.code]).toEqual([409, 'IdempotencyKeyReused']);
    expect(JSON.stringify(again.body)).not.toContain(intent.orderNumber);
  });

  test('when it is the current address, then nothing changes, not even the page', async () => {
    const { number, email } = await shop.buy();
    const pageId = await deliverOrder({ number });
    const before = await shop.waitForOrder(number, () => true);
    expect((await correct(number, email)).body.page!.path).toBe(`/download/${pageId}`);
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test.each(['', 'taro', 'taro@', 'a b@example.jp', 'a@example.jp\r\nBcc: b@example.jp'])(
    'when the address is %j, then 400',
    async (email) => {
      const { number } = await shop.buy();
      expect((await correct(number, email)).status).toBe(400);
    },
  );

  test('when the order is delivered concurrently, then the mailed link works exactly if the mail was sent to the current address', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      await Promise.all([deliverOrder({ number }), correct(number, shop.newEmail())]);
      const { email, download } = await shop.waitForOrder(number, () => true);
      const [event] = await waitForEvents({ number, type: 'order.delivered', count: 1 });
      const mailed = orderDelivered.schema.parse(event!.data);
      expect(mailed.email === email).toBe(mailed.pageId === download!.pageId);
    }
  });
});
