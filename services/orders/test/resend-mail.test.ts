import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mailSent, orderDelivered, orderPaid } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { itemOf } from './support/catalog.ts';
import { ADMIN, deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { decline, delivered, extend, resend, untilActed, untilEvents } = deskOf(() => shop);

describe('a mail sent again', () => {
  test('when it is the confirmation, then a new event asks for it at the present address, and the log names it', async () => {
    const { number, email } = await shop.buy();
    const [first] = await untilEvents({ number, type: 'order.paid', count: 1 });
    expect(await resend(number)).toMatchObject({ status: 200, body: { customerEmailSent: false } });
    const [, again] = await untilEvents({ number, type: 'order.paid', count: 2 });
    expect(again!.id).not.toBe(first!.id);
    expect(orderPaid.schema.parse(again!.data)).toEqual(first!.data);
    expect(await untilActed(number, 'order.mail-resent')).toMatchObject({
      adminEmail: ADMIN,
      after: { template: 'order-confirmation', recipient: email },
    });
    expect((await shop.stored(number)).payment.paidEventId).toBe(first!.id);
  });

  test('when a video was declined meanwhile, then the confirmation knows which', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await decline(number, '02');
    expect((await resend(number)).status).toBe(200);
    const events = await untilEvents({ number, type: 'order.paid', count: 2 });
    const declinedIn = events.map(({ data }) => orderPaid.schema.parse(data).lines.map(({ isDeclined = false }) => isDeclined));
    expect(declinedIn).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test('when older data has a video declined without a refund, then the confirmation does not tell of one', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect((await resend(number)).status).toBe(200);
    const [, again] = await untilEvents({ number, type: 'order.paid', count: 2 });
    expect(orderPaid.schema.parse(again!.data).lines.map(({ isDeclined = false }) => isDeclined)).toEqual([false, false]);
  });

  test('when it leaves while the admin waits, then the answer says so', async () => {
    const patient = await startShop({ env: { MAIL_WAIT_SECONDS: '5' } });
    try {
      const { number, email } = await patient.buy();
      const answer = deskOf(() => patient).resend(number);
      const isOfOrder = (data: unknown) => (data as { orderNumber: string }).orderNumber === number;
      const { paidEventId } = (await patient.stored(number)).payment;
      const { id } = await patient.probe.waitFor('order.paid', (event) => isOfOrder(event.data) && event.id !== paidEventId);
      const facts = { mailId: 'm', causedBy: id, template: 'order-confirmation', recipient: email, orderNumber: number };
      await patient.probe.publish(createEvent(mailSent, { ...facts, messageId: '<1@example.jp>', sentAt: new Date().toISOString() }));
      expect((await answer).body).toEqual({ customerEmailSent: true });
    } finally {
      await patient.stop();
    }
  });

  test('when it is the delivery, then it leads to the page as it is', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await delivered({ number, lines: 2 });
    expect((await resend(number, 'order-delivery')).status).toBe(200);
    const [first, again] = await untilEvents({ number, type: 'order.delivered', count: 2 });
    expect(orderDelivered.schema.parse(again!.data)).toEqual(first!.data);
    expect(again!.data).toMatchObject({ pageId, lines: [{}, {}] });
  });

  test.each([
    ['there is no delivery', async () => undefined, 409, 'MailNotSendable'],
    [
      'the page has expired',
      async (number: string) => {
        await delivered({ number });
        await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - 1) } });
      },
      410,
      'DownloadPageExpired',
    ],
    [
      'all was given back',
      async (number: string) => {
        await delivered({ number });
        await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 5000 } });
      },
      410,
      'DownloadRefunded',
    ],
  ])('when %s, then the delivery’s mail is refused and nothing is sent or logged', async (_what, prepare, status, code) => {
    const { number } = await shop.buy();
    await prepare(number);
    const before = await shop.until(number, () => true);
    expect(await resend(number, 'order-delivery')).toMatchObject({ status, body: { code } });
    expect(await shop.stored(number)).toEqual(before);
  });

  test('when every video was declined, then neither mail goes out, and the page is not extended', async () => {
    const { number } = await shop.buy();
    await delivered({ number });
    await shop.orders.updateOne({ number }, { $set: { 'lines.0.productionPossible': true } });
    expect(await resend(number)).toMatchObject({ status: 409, body: { code: 'MailNotSendable' } });
    expect(await resend(number, 'order-delivery')).toMatchObject({ status: 410, body: { code: 'DownloadRefunded' } });
    expect(await extend(number)).toMatchObject({ status: 410, body: { code: 'DownloadRefunded' } });
  });

  test('when it is asked for more than five times in an hour, then 429 with the time to wait, for this order alone', async () => {
    const { number } = await shop.buy();
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.code).toBe('MailResendLimitReached');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    await untilEvents({ number, type: 'order.paid', count: 6 });
    expect((await resend((await shop.buy()).number)).status).toBe(200);
  });

  test('when the template is none of these, then 400', async () => {
    const { number } = await shop.buy();
    expect((await resend(number, 'code')).status).toBe(400);
  });
});
