import { describe, expect, test } from '@jest/globals';
import { mailSent, orderDelivered, orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { ADMIN_EMAIL, adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

const { decline, deliverOrder, extend, resend, waitForAuditEntry, waitForEvents } = adminOf(shop);

describe('resending a mail', () => {
  test('when it is the confirmation, then a new event has the current address, and the audit log names it', async () => {
    const { number, email } = await shop.buy();
    const [first] = await waitForEvents({ number, type: 'order.paid', count: 1 });
    expect(await resend(number)).toMatchObject({ status: 200, body: { customerEmailSent: false } });
    const [, again] = await waitForEvents({ number, type: 'order.paid', count: 2 });
    expect(again!.id).not.toBe(first!.id);
    expect(orderPaid.schema.parse(again!.data)).toEqual(first!.data);
    expect(await waitForAuditEntry(number, 'order.mail-resent')).toMatchObject({
      adminEmail: ADMIN_EMAIL,
      after: { template: 'order-confirmation', recipient: email },
    });
    expect((await shop.storedOrder(number)).payment.paidEventId).toBe(first!.id);
  });

  test('when a video was declined in the meantime, then the confirmation says which', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await decline(number, '02');
    expect((await resend(number)).status).toBe(200);
    const events = await waitForEvents({ number, type: 'order.paid', count: 2 });
    const declinedIn = events.map(({ data }) => orderPaid.schema.parse(data).lines.map(({ isDeclined = false }) => isDeclined));
    expect(declinedIn).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test('when older data has a declined video without a refund, then the confirmation does not mention one', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect((await resend(number)).status).toBe(200);
    const [, again] = await waitForEvents({ number, type: 'order.paid', count: 2 });
    expect(orderPaid.schema.parse(again!.data).lines.map(({ isDeclined = false }) => isDeclined)).toEqual([false, false]);
  });

  test('when the mail is sent during the request, then the response says so', async () => {
    const slowShop = await startShop({ settings: { mailWaitMs: 5000 } });
    try {
      const { number, email } = await slowShop.buy();
      const response = adminOf(slowShop).resend(number);
      const isOfOrder = (data: unknown) => (data as { orderNumber: string }).orderNumber === number;
      const { paidEventId } = (await slowShop.storedOrder(number)).payment;
      const { id } = await slowShop.probe.waitFor('order.paid', (event) => isOfOrder(event.data) && event.id !== paidEventId);
      const fields = { mailId: 'm', causedBy: id, template: 'order-confirmation', recipient: email, orderNumber: number };
      await slowShop.probe.publish(createEvent(mailSent, { ...fields, messageId: '<1@example.jp>', sentAt: new Date().toISOString() }));
      expect((await response).body).toEqual({ customerEmailSent: true });
    } finally {
      await slowShop.stop();
    }
  });

  test('when it is the delivery mail, then it links to the current page', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await deliverOrder({ number, lines: 2 });
    expect((await resend(number, 'order-delivery')).status).toBe(200);
    const [first, again] = await waitForEvents({ number, type: 'order.delivered', count: 2 });
    expect(orderDelivered.schema.parse(again!.data)).toEqual(first!.data);
    expect(again!.data).toMatchObject({ pageId, lines: [{}, {}] });
  });

  test.each([
    ['there is no delivery', async () => undefined, 409, 'MailNotSendable'],
    [
      'the page has expired',
      async (number: string) => {
        await deliverOrder({ number });
        await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - 1) } });
      },
      410,
      'DownloadPageExpired',
    ],
    [
      'everything was refunded',
      async (number: string) => {
        await deliverOrder({ number });
        await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 5000 } });
      },
      410,
      'DownloadRefunded',
    ],
  ])('when %s, then the delivery mail is refused and nothing is sent or logged', async (_case, prepare, status, code) => {
    const { number } = await shop.buy();
    await prepare(number);
    const before = await shop.waitForOrder(number, () => true);
    expect(await resend(number, 'order-delivery')).toMatchObject({ status, body: { code } });
    expect(await shop.storedOrder(number)).toEqual(before);
  });

  test('when every video was declined, then neither mail is sent, and the page is not extended', async () => {
    const { number } = await shop.buy();
    await deliverOrder({ number });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect(await resend(number)).toMatchObject({ status: 409, body: { code: 'MailNotSendable' } });
    expect(await resend(number, 'order-delivery')).toMatchObject({ status: 410, body: { code: 'DownloadRefunded' } });
    expect(await extend(number)).toMatchObject({ status: 410, body: { code: 'DownloadRefunded' } });
  });

  test('when it is requested more than five times in an hour, then 429 with the time to wait, for this order only', async () => {
    const { number } = await shop.buy();
    const responses = await Promise.all(Array.from({ length: 8 }, () => resend(number)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = responses.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('MailResendLimitReached');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    await waitForEvents({ number, type: 'order.paid', count: 6 });
    expect((await resend((await shop.buy()).number)).status).toBe(200);
  });

  test('when the template is unknown, then 400', async () => {
    const { number } = await shop.buy();
    expect((await resend(number, 'code')).status).toBe(400);
  });
});
