import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mailSent } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

const DAY = 86_400_000;
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const { claim, complete, correct, decline, delivered, extend, life, linesOf, reArm, reopen, resend, untilActed } = deskOf(() => shop);

describe('the life of an order', () => {
  test('when an admin looks, then payment, mails, page and downloads are there', async () => {
    const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await delivered({ number, lines: 2 });
    await claim(pageId, `${number}-02`);
    const event = createEvent(mailSent, {
      mailId: 'mail-1',
      causedBy: 'cause',
      template: 'order-confirmation',
      recipient: email,
      orderNumber: number,
      messageId: '<1@example.jp>',
      sentAt: '2026-11-20T09:00:01.000Z',
    });
    await shop.probe.publish(event);
    const { payment, download, lines } = await shop.until(number, ({ mails }) => mails.length === 1);
    expect(await life(`${number}-02`)).toEqual({
      orderNumber: number,
      status: '納品済み',
      email,
      customerName: '山田 太郎',
      createdAt: expect.any(String),
      payment: {
        mark: 'paid',
        total: 10_000,
        refundedAmount: 0,
        paidAt: payment.paidAt!.toISOString(),
        intentId: intent.paymentIntentId,
        disputedAt: null,
        disputeOutcome: null,
      },
      mails: [{ mailId: 'mail-1', template: 'order-confirmation', recipient: email, state: 'sent', at: '2026-11-20T09:00:01.000Z' }],
      page: {
        path: `/download/${pageId}`,
        openedAt: download!.openedAt.toISOString(),
        expiresAt: download!.expiresAt.toISOString(),
        recallableMs: expect.any(Number),
      },
      recalledAt: null,
      lines: [
        { id: `${number}-01`, claim: null, declined: null },
        {
          id: `${number}-02`,
          claim: { claimedAt: lines[1]!.claim!.claimedAt.toISOString(), until: lines[1]!.claim!.until.toISOString() },
          declined: null,
        },
      ],
    });
  });

  test('when the order is unpaid or unknown, then every act and the life are 404', async () => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    for (const number of [body.orderNumber, '00000000']) {
      const answers = await Promise.all([
        resend(number),
        correct(number, 'a@example.jp'),
        extend(number),
        reopen(number),
        reArm(number),
        decline(number),
      ]);
      expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(Array(6).fill([404, 'OrderNotFound']));
    }
  });
});

describe('the days of a page', () => {
  test('when they are extended, then they begin anew, also after their end', async () => {
    const { number } = await shop.buy();
    const pageId = await delivered({ number });
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - DAY) } });
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadPageExpired');
    const { status, body } = await extend(number);
    expect(status).toBe(200);
    expect(body.page!.path).toBe(`/download/${pageId}`);
    expect(Math.abs(new Date(body.page!.expiresAt).getTime() - Date.now() - 30 * DAY)).toBeLessThan(60_000);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect(await untilActed(number, 'order.page-extended')).toMatchObject({ after: { expiresAt: body.page!.expiresAt } });
  });

  test('when there is no page, or all was given back, then it is refused', async () => {
    const { number } = await shop.buy();
    expect((await extend(number)).body).toMatchObject({ code: 'DownloadPageMissing', message: 'この注文はまだ納品されていません。' });
    await delivered({ number });
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 5000 } });
    expect((await extend(number)).body.code).toBe('DownloadRefunded');
  });
});

describe('a line that is armed again', () => {
  test('when it was claimed, then any browser may claim it once more', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await delivered({ number, lines: 2 });
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadClaimedElsewhere');
    expect((await linesOf(number)).map(({ claimedAt }) => claimedAt !== null)).toEqual([true, false]);
    const { body } = await reArm(number);
    expect(body.lines.map((line) => line.claim)).toEqual([null, null]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect(await untilActed(number, 'order.line-re-armed')).toMatchObject({ before: { line: `${number}-01` } });
  });

  test('when it was not claimed, then 409; a line of another order is 404', async () => {
    const { number } = await shop.buy();
    await delivered({ number });
    expect((await reArm(number)).body.code).toBe('DownloadNotUsed');
    expect((await reArm(number, '02')).body.code).toBe('OrderNotFound');
  });

  test('when two admins arm it at once, then one does it and the other is told', async () => {
    const { number } = await shop.buy();
    await claim(await delivered({ number }), `${number}-01`);
    const answers = await Promise.all([reArm(number), reArm(number)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('DownloadNotUsed');
  });
});

describe('an order that is reopened', () => {
  test('when it was completed, then it is not handled again and can be delivered', async () => {
    const { number } = await shop.buy();
    await complete(number);
    expect((await reopen(number)).body.status).toBe('未対応');
    const order = await shop.until(number, () => true);
    expect(order).not.toHaveProperty('handledAt');
    expect((await linesOf(number))[0]).toMatchObject({ status: '未対応', handledAt: null });
    expect(await untilActed(number, 'order.reopened')).toMatchObject({ before: { status: '対応済み' }, after: { status: '未対応' } });
    await delivered({ number });
  });

  test('when it is delivered or not handled at all, then 409', async () => {
    const { number } = await shop.buy();
    expect((await reopen(number)).body).toMatchObject({
      code: 'OrderNotReopenable',
      message: '未対応に戻せるのは、納品せずに対応済みにした注文だけです。',
    });
    await delivered({ number });
    expect((await reopen(number)).body.code).toBe('OrderNotReopenable');
    expect((await shop.stored(number)).status).toBe('納品済み');
  });
});

describe('who may', () => {
  test.each([
    ['GET', '12345678/life', undefined],
    ['POST', '12345678/mails', { template: 'order-confirmation' }],
    ['PATCH', '12345678/customer', { email: 'a@example.jp' }],
    ['POST', '12345678/extend', undefined],
    ['POST', '12345678/reopen', undefined],
    ['POST', '12345678/lines/12345678-01/re-arm', undefined],
    ['POST', '12345678/lines/12345678-01/decline', { reason: 'x' }],
    ['GET', 'flagged', undefined],
    ['GET', 'sales', undefined],
    ['GET', 'sales/export', undefined],
    ['GET', 'export', undefined],
  ])('when %s %s is called by others than an admin, then 401 or 403', async (method, path, body) => {
    const call = (cookie?: string) => shop.call({ method, path: `/api/orders/${path}`, body, cookie });
    expect((await call()).status).toBe(401);
    expect((await call(shop.identity.proofCookie('a@example.jp'))).status).toBe(401);
    expect((await call(await shop.identity.sessionCookie())).status).toBe(403);
  });
});

describe('flagged payments', () => {
  test('when another sum was paid, then the order stands in the list, and paid ones do not', async () => {
    const { number } = await shop.buy();
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    await shop.orders.updateOne({ number: body.orderNumber }, { $set: { 'payment.state': 'flagged' } });
    const cookie = await shop.identity.adminCookie();
    const flagged = (await shop.call({ path: '/api/orders/flagged', cookie })).body as unknown as object[];
    expect(flagged).toMatchObject([{ orderNumber: body.orderNumber, total: 5000, intentId: body.paymentIntentId }]);
    expect(JSON.stringify(flagged)).not.toContain(number);
  });
});
