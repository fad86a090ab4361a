import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type AdminLine, type EventEnvelope, type MailTemplate, mailFailed, mailSent } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop({ settings: { mailWaitMs: 5000 } }));

type Mail = { orderNumber: string | null; causedBy?: string; mailId?: string; template?: MailTemplate };

const sentEvent = ({ orderNumber, causedBy = randomUUID(), mailId = randomUUID(), template = 'order-confirmation' }: Mail): EventEnvelope =>
  createEvent(mailSent, {
    mailId,
    causedBy,
    template,
    recipient: 'buyer@example.jp',
    orderNumber,
    messageId: `<${mailId}@example.jp>`,
    sentAt: '2026-11-20T09:00:01.000Z',
  });

const failedEvent = ({ orderNumber, causedBy = randomUUID(), mailId = randomUUID() }: Mail): EventEnvelope =>
  createEvent(mailFailed, {
    mailId,
    causedBy,
    template: 'order-confirmation',
    recipient: 'buyer@example.jp',
    orderNumber,
    kind: 'refused',
    reason: '550 no such user',
    failedAt: '2026-11-20T09:00:00.000Z',
  });

const outcomesOf = async (number: string) => (await shop.storedOrder(number)).mails.map(({ eventId, state }) => ({ eventId, state }));
const waitForOutcomes = (number: string, count: number) => shop.waitForOrder(number, ({ mails }) => mails.length === count);
/** Publishes another event and waits for it: the events published before it are handled by then. */
const publishMarker = async (number: string) => {
  const event = sentEvent({ orderNumber: number });
  await shop.probe.publish(event);
  await shop.waitForOrder(number, ({ mails }) => mails.some(({ eventId }) => eventId === event.id));
};

const listedMails = async (number: string) => {
  const { body } = await shop.call({ path: '/api/orders', cookie: await shop.identity.adminCookie() });
  return (body as unknown as AdminLine[]).find(({ id }) => id === `${number}-01`)!.mails;
};

describe('mail outcomes reported by notify', () => {
  test('when one arrives, then the order stores it', async () => {
    const { number } = await shop.buy();
    const event = sentEvent({ orderNumber: number, causedBy: 'cause' });
    await shop.probe.publish(event);
    const { mails } = await waitForOutcomes(number, 1);
    expect(mails).toMatchObject([
      { eventId: event.id, causedBy: 'cause', state: 'sent', recipient: 'buyer@example.jp', at: new Date('2026-11-20T09:00:01.000Z') },
    ]);
    expect(await listedMails(number)).toEqual([{ template: 'order-confirmation', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
  });

  test('when it is of a lookup mail, then the order stores it and it does not count as the confirmation', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sentEvent({ orderNumber: number, template: 'order-link' }));
    await waitForOutcomes(number, 1);
    expect(await listedMails(number)).toEqual([{ template: 'order-link', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
    const path = '/api/send-payment-confirmation';
    const confirmation = await shop.call({ method: 'POST', path, cookie: shop.identity.proofCookie(email), body: { orderNumber: number } });
    expect(confirmation.body).toEqual({ orderNumber: number, sent: false });
  });

  test('when one arrives twenty times, then it is stored once', async () => {
    const { number } = await shop.buy();
    const event = sentEvent({ orderNumber: number });
    await Promise.all(Array.from({ length: 20 }, () => shop.probe.publish(event)));
    await publishMarker(number);
    await waitUntil(async () => (await shop.probe.waiting('orders.mails')) === 0);
    expect((await outcomesOf(number)).filter(({ eventId }) => eventId === event.id)).toEqual([{ eventId: event.id, state: 'sent' }]);
  });

  test.each([
    ['after', ['failed', 'sent']],
    ['before', ['sent', 'failed']],
  ] as const)('when a success arrives %s the failure of the same mail, then the mail is shown as sent', async (_case, order) => {
    const { number } = await shop.buy();
    const mailId = randomUUID();
    for (const [index, state] of order.entries()) {
      await shop.probe.publish(
        state === 'sent' ? sentEvent({ orderNumber: number, mailId }) : failedEvent({ orderNumber: number, mailId }),
      );
      await waitForOutcomes(number, index + 1);
    }
    expect(await listedMails(number)).toEqual([{ template: 'order-confirmation', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
  });

  test('when it is about no order or an unknown one, then it is acknowledged', async () => {
    const { number } = await shop.buy();
    await shop.probe.publish(sentEvent({ orderNumber: null, template: 'registration' }));
    await shop.probe.publish(failedEvent({ orderNumber: null, template: 'verify-link' }));
    await shop.probe.publish(sentEvent({ orderNumber: '00000000' }));
    await publishMarker(number);
    expect(await outcomesOf(number)).toHaveLength(1);
    expect(await shop.probe.deadLetters('orders.mails')).toBe(0);
  });

  test.each([
    ['is not JSON', '{"id":'],
    ['lacks its data', JSON.stringify({ ...sentEvent({ orderNumber: null }), data: { mailId: 1 } })],
    ['has a query operator as number', JSON.stringify({ ...sentEvent({ orderNumber: null }), data: { orderNumber: { $ne: null } } })],
  ])('when a message %s, then it becomes a dead letter and the next one is handled', async (_case, content) => {
    const { number } = await shop.buy();
    const before = await shop.probe.deadLetters('orders.mails');
    await shop.probe.publishRaw('mail.sent', content);
    await waitUntil(async () => (await shop.probe.deadLetters('orders.mails')) === before + 1, { what: 'the dead letter' });
    await publishMarker(number);
    expect(await outcomesOf(number)).toHaveLength(1);
  });
});

describe('POST /api/send-payment-confirmation', () => {
  const confirm = ({ number, email, more = {} }: { number: string; email: string; more?: object }) =>
    shop.call({
      method: 'POST',
      path: '/api/send-payment-confirmation',
      cookie: shop.identity.proofCookie(email),
      body: { orderNumber: number, ...more },
    });
  const causeOf = async (number: string) => (await shop.storedOrder(number)).payment.paidEventId!;

  test('when the mail was sent, then sent is true, and the client’s mail fields are ignored (customer 4.14, 7.19)', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sentEvent({ orderNumber: number, causedBy: await causeOf(number) }));
    const more = { to: 'victim@example.jp', customerName: 'x', totalAmount: 1, contestName: '<b>', orderItems: [] };
    const { status, body } = await confirm({ number: `${number}-01`, email, more });
    expect(status).toBe(200);
    expect(body).toEqual({ orderNumber: number, sent: true });
  });

  test('when the mail is sent during the request, then sent is true', async () => {
    const { number, email } = await shop.buy();
    const response = confirm({ number, email });
    await shop.probe.publish(sentEvent({ orderNumber: number, causedBy: await causeOf(number) }));
    expect((await response).body).toEqual({ orderNumber: number, sent: true });
  });

  test('when the mail failed, or another mail was sent, then sent is false (customer 7.19)', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sentEvent({ orderNumber: number }));
    await shop.probe.publish(failedEvent({ orderNumber: number, causedBy: await causeOf(number) }));
    await waitForOutcomes(number, 2);
    expect((await confirm({ number, email })).body).toEqual({ orderNumber: number, sent: false });
  });

  test('when no outcome arrives, then sent is false after the wait', async () => {
    const { number, email } = await shop.buy();
    const since = Date.now();
    expect((await confirm({ number, email })).body).toEqual({ orderNumber: number, sent: false });
    expect(Date.now() - since).toBeGreaterThanOrEqual(4900);
  });

  test('when the order is unknown, unpaid or belongs to another customer, then 404 or 402', async () => {
    const { number, email } = await shop.buy();
    expect((await confirm({ number, email: shop.newEmail() })).status).toBe(404);
    expect((await confirm({ number: '00000000', email })).status).toBe(404);
    const unpaid = await shop.openPayment({ email });
    expect((await confirm({ number: unpaid.body.orderNumber, email })).body.code).toBe('PaymentRequired');
  });
});

describe('the delivery mail', () => {
  test('when the mail is sent during the request, then the response says so (admin 3.7, 7.38, 8.12)', async () => {
    const { number } = await shop.buy();
    const response = shop.call({
      method: 'POST',
      path: `/api/orders/${number}/deliver`,
      cookie: await shop.identity.adminCookie(),
      body: { downloadUrls: { [`${number}-01`]: 'https://videos.example/1' } },
    });
    const event = await shop.probe.waitFor('order.delivered', ({ data }) => (data as { orderNumber: string }).orderNumber === number);
    await shop.probe.publish(sentEvent({ orderNumber: number, causedBy: event.id }));
    expect(await response).toMatchObject({ status: 200, body: { customerEmailSent: true } });
  });
});
