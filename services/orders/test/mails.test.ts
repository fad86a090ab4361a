import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AdminLine, type EventEnvelope, type MailTemplate, mailFailed, mailSent } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ env: { MAIL_WAIT_SECONDS: '5' } });
});
afterAll(() => shop.stop());

type Mail = { orderNumber: string | null; causedBy?: string; mailId?: string; template?: MailTemplate };

const sent = ({ orderNumber, causedBy = randomUUID(), mailId = randomUUID(), template = 'order-confirmation' }: Mail): EventEnvelope =>
  createEvent(mailSent, {
    mailId,
    causedBy,
    template,
    recipient: 'buyer@example.jp',
    orderNumber,
    messageId: `<${mailId}@example.jp>`,
    sentAt: '2026-11-20T09:00:01.000Z',
  });

const failed = ({ orderNumber, causedBy = randomUUID(), mailId = randomUUID() }: Mail): EventEnvelope =>
  createEvent(mailFailed, {
    mailId,
    causedBy,
    template: 'order-confirmation',
    recipient: 'buyer@example.jp',
    orderNumber,
    reason: '550 no such user',
    failedAt: '2026-11-20T09:00:00.000Z',
  });

const factsOf = async (number: string) => (await shop.stored(number)).mails.map(({ eventId, state }) => ({ eventId, state }));
const handled = (number: string, facts: number) => shop.until(number, ({ mails }) => mails.length === facts);
/** Publishes behind what is to be judged: once this one is handled, so are those before it. */
const marker = async (number: string) => {
  const event = sent({ orderNumber: number });
  await shop.probe.publish(event);
  await shop.until(number, ({ mails }) => mails.some(({ eventId }) => eventId === event.id));
};

const mailsShown = async (number: string) => {
  const { body } = await shop.call({ path: '/api/orders', cookie: await shop.identity.adminCookie() });
  return (body as unknown as AdminLine[]).find(({ id }) => id === `${number}-01`)!.mails;
};

describe('the news of mails', () => {
  test('when it comes once, then the order knows', async () => {
    const { number } = await shop.buy();
    const event = sent({ orderNumber: number, causedBy: 'cause' });
    await shop.probe.publish(event);
    const { mails } = await handled(number, 1);
    expect(mails).toMatchObject([
      { eventId: event.id, causedBy: 'cause', state: 'sent', recipient: 'buyer@example.jp', at: new Date('2026-11-20T09:00:01.000Z') },
    ]);
    expect(await mailsShown(number)).toEqual([{ template: 'order-confirmation', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
  });

  test('when it is of a look-up, then it stands among the order’s mails and says nothing of the confirmation', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sent({ orderNumber: number, template: 'order-link' }));
    await handled(number, 1);
    expect(await mailsShown(number)).toEqual([{ template: 'order-link', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
    const path = '/api/send-payment-confirmation';
    const asked = await shop.call({ method: 'POST', path, cookie: shop.identity.proofCookie(email), body: { orderNumber: number } });
    expect(asked.body).toEqual({ orderNumber: number, sent: false });
  });

  test('when it comes twenty times, then it stands there once', async () => {
    const { number } = await shop.buy();
    const event = sent({ orderNumber: number });
    await Promise.all(Array.from({ length: 20 }, () => shop.probe.publish(event)));
    await marker(number);
    await waitUntil(async () => (await shop.probe.waiting('orders.mails')) === 0);
    expect((await factsOf(number)).filter(({ eventId }) => eventId === event.id)).toEqual([{ eventId: event.id, state: 'sent' }]);
  });

  test.each([
    ['after', ['failed', 'sent']],
    ['before', ['sent', 'failed']],
  ] as const)('when a success comes %s the failure of the same mail, then the mail is sent', async (_what, order) => {
    const { number } = await shop.buy();
    const mailId = randomUUID();
    for (const [index, state] of order.entries()) {
      await shop.probe.publish(state === 'sent' ? sent({ orderNumber: number, mailId }) : failed({ orderNumber: number, mailId }));
      await handled(number, index + 1);
    }
    expect(await mailsShown(number)).toEqual([{ template: 'order-confirmation', state: 'sent', at: '2026-11-20T09:00:01.000Z' }]);
  });

  test('when it is about no order, or about one that is not here, then it is done with', async () => {
    const { number } = await shop.buy();
    await shop.probe.publish(sent({ orderNumber: null, template: 'registration' }));
    await shop.probe.publish(failed({ orderNumber: null, template: 'verify-link' }));
    await shop.probe.publish(sent({ orderNumber: '00000000' }));
    await marker(number);
    expect(await factsOf(number)).toHaveLength(1);
    expect(await shop.probe.deadLetters('orders.mails')).toBe(0);
  });

  test.each([
    ['is no JSON', '{"id":'],
    ['lacks its data', JSON.stringify({ ...sent({ orderNumber: null }), data: { mailId: 1 } })],
    ['has a query for a number', JSON.stringify({ ...sent({ orderNumber: null }), data: { orderNumber: { $ne: null } } })],
  ])('when a message %s, then it lies with the dead letters and the next is handled', async (_what, content) => {
    const { number } = await shop.buy();
    const before = await shop.probe.deadLetters('orders.mails');
    await shop.probe.publishRaw('mail.sent', content);
    await waitUntil(async () => (await shop.probe.deadLetters('orders.mails')) === before + 1, { what: 'the dead letter' });
    await marker(number);
    expect(await factsOf(number)).toHaveLength(1);
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
  const causeOf = async (number: string) => (await shop.stored(number)).payment.paidEventId!;

  test('when the mail has left, then sent is true, and what the client says of the mail is not even read', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sent({ orderNumber: number, causedBy: await causeOf(number) }));
    const more = { to: 'victim@example.jp', customerName: 'x', totalAmount: 1, contestName: '<b>', orderItems: [] };
    const { status, body } = await confirm({ number: `${number}-01`, email, more });
    expect(status).toBe(200);
    expect(body).toEqual({ orderNumber: number, sent: true });
  });

  test('when the mail leaves while the call waits, then sent is true', async () => {
    const { number, email } = await shop.buy();
    const answer = confirm({ number, email });
    await shop.probe.publish(sent({ orderNumber: number, causedBy: await causeOf(number) }));
    expect((await answer).body).toEqual({ orderNumber: number, sent: true });
  });

  test('when the mail failed, or another mail was sent, then sent is false', async () => {
    const { number, email } = await shop.buy();
    await shop.probe.publish(sent({ orderNumber: number }));
    await shop.probe.publish(failed({ orderNumber: number, causedBy: await causeOf(number) }));
    await handled(number, 2);
    expect((await confirm({ number, email })).body).toEqual({ orderNumber: number, sent: false });
  });

  test('when no news comes, then sent is false after the wait', async () => {
    const { number, email } = await shop.buy();
    const since = Date.now();
    expect((await confirm({ number, email })).body).toEqual({ orderNumber: number, sent: false });
    expect(Date.now() - since).toBeGreaterThanOrEqual(4900);
  });

  test('when the order is another’s, unknown or unpaid, then 404 or 402', async () => {
    const { number, email } = await shop.buy();
    expect((await confirm({ number, email: shop.newEmail() })).status).toBe(404);
    expect((await confirm({ number: '00000000', email })).status).toBe(404);
    const unpaid = await shop.openPayment({ email });
    expect((await confirm({ number: unpaid.body.orderNumber, email })).body.code).toBe('PaymentRequired');
  });
});

describe('the mail of a delivery', () => {
  test('when it leaves while the admin waits, then the answer says so', async () => {
    const { number } = await shop.buy();
    const answer = shop.call({
      method: 'POST',
      path: `/api/orders/${number}/deliver`,
      cookie: await shop.identity.adminCookie(),
      body: { downloadUrls: { [`${number}-01`]: 'https://videos.example/1' } },
    });
    const event = await shop.probe.waitFor('order.delivered', ({ data }) => (data as { orderNumber: string }).orderNumber === number);
    await shop.probe.publish(sent({ orderNumber: number, causedBy: event.id }));
    expect(await answer).toMatchObject({ status: 200, body: { customerEmailSent: true } });
  });
});
