import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { mailFailed, mailSent, orderDelivered, personalDataEraseRequested, personalDataSectionsSchema } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
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

describe('erasing the data about an address', () => {
  test('when its owner asked for it, then paid orders keep the address and are delivered, and orders of others forget it', async () => {
    const { number, email } = await shop.buy();
    const corrected = await shop.buy({ email });
    const report = (at: Date) =>
      createEvent(mailSent, {
        ...{ mailId: randomUUID(), causedBy: randomUUID(), template: 'order-confirmation', recipient: email, messageId: '<1@example.jp>' },
        ...{ orderNumber: corrected.number, sentAt: at.toISOString() },
      });
    const recipientsOf = async () => (await shop.storedOrder(corrected.number)).mails.map(({ recipient }) => recipient);
    const [early, late] = [report(new Date()), report(new Date())];
    await shop.probe.publish(early);
    await waitUntil(async () => (await recipientsOf()).length === 1, { what: 'the mail' });
    const reject = () =>
      createEvent(mailFailed, {
        ...{ mailId: randomUUID(), causedBy: randomUUID(), template: 'order-link', recipient: email, orderNumber: corrected.number },
        ...{ kind: 'refused' as const, reason: `550 <${email}>: no such user`, failedAt: new Date().toISOString() },
      });
    const [rejected, lateRejected] = [reject(), reject()];
    await shop.probe.publish(rejected);
    await waitUntil(async () => (await recipientsOf()).length === 2, { what: 'the rejected mail' });
    await correct(corrected.number, shop.newEmail());

    const pseudonym = '削除済み-1a2b3c4d5e6f';
    const erasure = createEvent(personalDataEraseRequested, { email, pseudonym, requestedAt: new Date().toISOString() });
    await shop.probe.publish(erasure);
    await waitUntil(async () => (await recipientsOf()).includes(pseudonym), { what: 'the pseudonym' });
    for (const event of [late, lateRejected, erasure]) await shop.probe.publish(event);
    await waitUntil(async () => (await recipientsOf()).length === 4, { what: 'the late mails' });
    expect(await recipientsOf()).toEqual(Array(4).fill(pseudonym));
    const { tasks } = (await shop.storedOrder(corrected.number)).followUp!;
    expect(tasks).toContainEqual(expect.objectContaining({ email: pseudonym, text: `550 <${pseudonym}>: no such user` }));
    expect(JSON.stringify(tasks)).not.toContain(email);

    await shop.waitForOrder(number, ({ followUp }) => followUp?.isSilent === true);
    await deliverOrder({ number });
    const [delivered] = await waitForEvents({ number, type: 'order.delivered', count: 1 });
    expect(delivered!.data).toMatchObject({ email, customerName: '山田 太郎' });
    const { status, body } = await shop.call({
      path: `/internal/personal-data?${new URLSearchParams({ email })}`,
      headers: { 'x-internal-token': shop.config.INTERNAL_TOKEN },
    });
    expect(status).toBe(200);
    const { sections } = personalDataSectionsSchema.parse(body);
    expect(sections[0]?.records).toMatchObject([{ 注文番号: number, お名前: '山田 太郎', お支払い: { 状態: 'お支払い済み' } }]);
    expect(await shop.probe.deadLetters('orders.erasures')).toBe(0);
  });
});
