import { describe, expect, test } from '@jest/globals';
import { mailSent } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { startShop } from '../support/shop.ts';

const DAY = 86_400_000;
const shop = useService(() => startShop());

const { claim, complete, correct, decline, deliverOrder, extend, timeline, linesOf, reArm, reopen, resend, waitForAuditEntry } =
  adminOf(shop);

describe('the timeline of an order', () => {
  test('when an admin opens it, then it has payment, mails, page and downloads', async () => {
    const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await deliverOrder({ number, lines: 2 });
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
    const { payment, download, lines } = await shop.waitForOrder(number, ({ mails }) => mails.length === 1);
    expect(await timeline(`${number}-02`)).toEqual({
      orderNumber: number,
      status: '納品済み',
      email,
      customerName: '山田 太郎',
      createdAt: expect.any(String),
      isReopenable: false,
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
      tasks: [],
      receivedAt: null,
      problems: [],
      lines: [
        { id: `${number}-01`, deliveredAt: download!.openedAt.toISOString(), claim: null, declined: null },
        {
          id: `${number}-02`,
          deliveredAt: download!.openedAt.toISOString(),
          claim: { claimedAt: lines[1]!.claim!.claimedAt.toISOString(), until: lines[1]!.claim!.until.toISOString() },
          declined: null,
        },
      ],
    });
  });

  test('when the order is unpaid or unknown, then every admin action returns 404', async () => {
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    for (const number of [body.orderNumber, '00000000']) {
      const responses = await Promise.all([
        resend(number),
        correct(number, 'a@example.jp'),
        extend(number),
        reopen(number),
        reArm(number),
        decline(number),
      ]);
      expect(responses.map(({ status, body: { code } }) => [status, code])).toEqual(Array(6).fill([404, 'OrderNotFound']));
    }
  });
});

describe('extending a page', () => {
  test('when a page is extended, then its period starts again, even after it has expired', async () => {
    const { number } = await shop.buy();
    const pageId = await deliverOrder({ number });
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - DAY) } });
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadPageExpired');
    const { status, body } = await extend(number);
    expect(status).toBe(200);
    expect(body.page!.path).toBe(`/download/${pageId}`);
    expect(Math.abs(new Date(body.page!.expiresAt).getTime() - Date.now() - 30 * DAY)).toBeLessThan(60_000);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect(await waitForAuditEntry(number, 'order.page-extended')).toMatchObject({ after: { expiresAt: body.page!.expiresAt } });
  });

  test('when there is no page, or everything was refunded, then it is refused', async () => {
    const { number } = await shop.buy();
    expect((await extend(number)).body).toMatchObject({ code: 'DownloadPageMissing', message: 'この注文はまだ納品されていません。' });
    await deliverOrder({ number });
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 5000 } });
    expect((await extend(number)).body.code).toBe('DownloadRefunded');
  });
});

describe('re-arming a line', () => {
  test('when it was claimed, then any browser can claim it once more', async () => {
    const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
    const pageId = await deliverOrder({ number, lines: 2 });
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadClaimedElsewhere');
    expect((await linesOf(number)).map(({ claimedAt }) => claimedAt !== null)).toEqual([true, false]);
    const { body } = await reArm(number);
    expect(body.lines.map((line) => line.claim)).toEqual([null, null]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect(await waitForAuditEntry(number, 'order.line-re-armed')).toMatchObject({ before: { line: `${number}-01` } });
  });

  test('when it was not claimed, then 409; when it belongs to another order, then 404', async () => {
    const { number } = await shop.buy();
    await deliverOrder({ number });
    expect((await reArm(number)).body.code).toBe('DownloadNotUsed');
    expect((await reArm(number, '02')).body.code).toBe('OrderNotFound');
  });

  test('when two admins re-arm it concurrently, then one succeeds and the other gets an error', async () => {
    const { number } = await shop.buy();
    await claim(await deliverOrder({ number }), `${number}-01`);
    const responses = await Promise.all([reArm(number), reArm(number)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('DownloadNotUsed');
  });
});

describe('reopening an order', () => {
  test('when it was completed, then it becomes unhandled and can be delivered', async () => {
    const { number } = await shop.buy();
    await complete(number);
    expect((await reopen(number)).body.status).toBe('未対応');
    const order = await shop.waitForOrder(number, () => true);
    expect(order).not.toHaveProperty('handledAt');
    expect((await linesOf(number))[0]).toMatchObject({ status: '未対応', handledAt: null });
    expect(await waitForAuditEntry(number, 'order.reopened')).toMatchObject({
      before: { status: '対応済み' },
      after: { status: '未対応' },
    });
    await deliverOrder({ number });
  });

  test('when it is delivered or unhandled, then 409', async () => {
    const { number } = await shop.buy();
    expect((await reopen(number)).body).toMatchObject({
      code: 'OrderNotReopenable',
      message: '未対応に戻せるのは、納品せずに対応済みにした注文だけです。',
    });
    await deliverOrder({ number });
    expect((await reopen(number)).body.code).toBe('OrderNotReopenable');
    expect((await shop.storedOrder(number)).status).toBe('納品済み');
  });
});

describe('access', () => {
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
  ])('when %s %s is called without admin rights, then 401 or 403', async (method, path, body) => {
    const call = (cookie?: string) => shop.call({ method, path: `/api/orders/${path}`, body, cookie });
    expect((await call()).status).toBe(401);
    expect((await call(shop.identity.proofCookie('a@example.jp'))).status).toBe(401);
    expect((await call(await shop.identity.sessionCookie())).status).toBe(403);
  });
});

describe('flagged payments', () => {
  test('when a different sum was paid, then the order is listed, and paid ones are not', async () => {
    const { number } = await shop.buy();
    const { body } = await shop.openPayment({ email: shop.newEmail() });
    await shop.orders.updateOne({ number: body.orderNumber }, { $set: { 'payment.state': 'flagged' } });
    const cookie = await shop.identity.adminCookie();
    const flagged = (await shop.call({ path: '/api/orders/flagged', cookie })).body as unknown as object[];
    expect(flagged).toMatchObject([{ orderNumber: body.orderNumber, total: 5000, intentId: body.paymentIntentId }]);
    expect(JSON.stringify(flagged)).not.toContain(number);
  });
});
