import { afterEach, describe, expect, test } from '@jest/globals';
import { type CustomerLine, errorCatalogue, orderDelivered, RECALL_SECONDS } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { deliver, newBrowser, pageIdOf } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

/** The latest time at which a delivery can be recalled, and the first at which it cannot. */
const IN_TIME = RECALL_SECONDS * 1000 - 1;
const TOO_LATE = RECALL_SECONDS * 1000;
// The clock of the service is fixed, so that a test controls the time between a delivery and its recall.
const START = Date.now();
const shop = useService(() => startShop({ now: () => new Date(clock) }));
let clock = START;
afterEach(() => {
  clock = START;
});

const admin = adminOf(shop);
const { claim, complete, decline, deliverOrder, extend, timeline, linesOf, recall, reopen, resend, waitForAuditEntry, waitForEvents } =
  admin;
const getPage = (pageId: string, cookie = newBrowser()) => shop.call({ path: `/api/download/${pageId}`, cookie });
const listOwnLines = async (email: string) => {
  const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
  return body as unknown as CustomerLine[];
};
const buyAndDeliver = async () => {
  const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  return { number, email, intentId: intent.paymentIntentId, pageId: await deliverOrder({ number, lines: 2 }) };
};
/** Identifies the delivery that was made at the current time. */
const currentDelivery = () => ({ openedAt: new Date(clock).toISOString() });
const outcomesOf = (responses: { status: number; body: { code?: string } }[]) => responses.map(({ status, body }) => body.code ?? status);

describe('a recall in time', () => {
  test('when no video was claimed, then the order awaits its videos again', async () => {
    const { number, email, pageId } = await buyAndDeliver();
    clock += IN_TIME;
    const { status, body } = await recall(`${number}-02`);
    expect([status, body.status, body.page]).toEqual([200, '未対応', null]);
    expect(body.recalledAt).toBe(new Date(clock).toISOString());
    const order = await shop.waitForOrder(number, () => true);
    expect(order).not.toHaveProperty('handledAt');
    expect(order.download).toMatchObject({ pageId, recalledAt: new Date(clock) });
    expect(order.lines.map(({ video, claim: claimed, reArmedAt }) => [video, claimed, reArmedAt])).toEqual(Array(2).fill(Array(3)));
    expect((await linesOf(number))[0]).toMatchObject({ status: '未対応', handledAt: null, downloadPath: null, videoDownloadUrl: null });
    expect((await listOwnLines(email)).map((line) => [line.status, line.videoUploaded, line.videoDownloadUrl])).toEqual(
      Array(2).fill(['未対応', false, null]),
    );
  });

  test('when a video was claimed, then every browser gets the message that it comes later, and the audit log names the video', async () => {
    const { number, pageId } = await buyAndDeliver();
    const browser = newBrowser();
    const claimBy = (cookie: string) => shop.call({ method: 'POST', path: `/api/download/${pageId}/${number}-02/claim`, cookie });
    expect((await claimBy(browser)).status).toBe(200);
    await recall(number);
    const responses = [await claimBy(browser), await claim(pageId, `${number}-01`), await getPage(pageId, browser)];
    for (const { status, body } of responses) {
      expect([status, body.code, body.message]).toEqual([409, 'DownloadRecalled', errorCatalogue.DownloadRecalled.message]);
      expect(JSON.stringify(body)).not.toContain('videos.example');
    }
    expect((await shop.storedOrder(number)).lines.map(({ reArmedAt }) => reArmedAt)).toEqual([undefined, new Date(clock)]);
    expect(await waitForAuditEntry(number, 'order.delivery-recalled')).toMatchObject({
      before: { status: '納品済み', videos: [`${number}-01 videos.example`, `${number}-02 videos.example`], downloaded: [`${number}-02`] },
      after: { status: '未対応' },
    });
    const [recalledEvent] = await waitForEvents({ number, type: 'order.recalled', count: 1 });
    const { deliveredAt } = orderDelivered.schema.parse((await waitForEvents({ number, type: 'order.delivered', count: 1 }))[0]!.data);
    expect(recalledEvent!.data).toEqual({ orderNumber: number, deliveredAt, recalledAt: new Date(clock).toISOString() });
  });

  test('when the order is delivered again, then the same page is open for its full period, with a separate mail, and can be recalled again', async () => {
    const { number, email, pageId } = await buyAndDeliver();
    await claim(pageId, `${number}-01`);
    clock += IN_TIME;
    await recall(number);
    clock += 3_600_000;
    const again = await deliver({ shop, number, lines: 2 });
    expect([again.status, pageIdOf(again)]).toEqual([200, pageId]);
    const { download } = await shop.storedOrder(number);
    expect(download).toMatchObject({ openedAt: new Date(clock), expiresAt: new Date(clock + 30 * 86_400_000) });
    expect(download).not.toHaveProperty('recalledAt');
    const [first, second] = await waitForEvents({ number, type: 'order.delivered', count: 2 });
    expect([second!.id === first!.id, second!.id]).toEqual([false, download!.eventId]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await listOwnLines(email)).map(({ videoDownloadUrl }) => videoDownloadUrl)).toEqual(Array(2).fill(`/download/${pageId}`));
    clock += IN_TIME;
    expect((await recall(number)).status).toBe(200);
  });

  test('when the order is delivered with another video, then the page has the new video', async () => {
    const { number } = await shop.buy();
    const pageId = await deliverOrder({ number });
    await recall(number);
    const cookie = await shop.identity.adminCookie();
    const body = { downloadUrls: { [`${number}-01`]: 'https://other.example/right' } };
    expect((await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body })).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toBe('https://other.example/right');
  });

  test('when the order is not delivered again, then the page cannot be extended or mailed, and receipts are available', async () => {
    const { number, pageId } = await buyAndDeliver();
    await recall(number);
    expect(outcomesOf([await extend(number), await resend(number, 'order-delivery')])).toEqual(['DownloadPageMissing', 'MailNotSendable']);
    expect((await resend(number)).status).toBe(200);
    expect((await shop.call({ path: `/api/download/${pageId}/receipt` })).status).toBe(200);
    await complete(number);
    expect((await reopen(number)).body.status).toBe('未対応');
  });

  test('when a video was downloaded, then its line cannot be declined, but the other can', async () => {
    const { number, pageId } = await buyAndDeliver();
    await claim(pageId, `${number}-01`);
    await recall(number);
    expect(outcomesOf([await decline(number, '01'), await decline(number, '02')])).toEqual(['LineAlreadyClaimed', 200]);
  });
});

describe('a refused recall', () => {
  test('when ten minutes have passed, then the error says so and nothing changes', async () => {
    const { number, pageId } = await buyAndDeliver();
    clock += IN_TIME;
    expect((await timeline(number)).page!.recallableMs).toBe(1);
    clock += 1;
    expect([clock - START, (await timeline(number)).page!.recallableMs]).toEqual([TOO_LATE, 0]);
    const { status, body } = await recall(number);
    expect([status, body.code, body.message]).toEqual([409, 'RecallTooLate', errorCatalogue.RecallTooLate.message]);
    expect((await shop.storedOrder(number)).status).toBe('納品済み');
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  });

  test('when an older delivery is named, then the latest one is unchanged until it is named', async () => {
    const { number, pageId } = await buyAndDeliver();
    const { openedAt: first } = (await timeline(number)).page!;
    clock += 1000;
    expect((await recall(number, { openedAt: first })).status).toBe(200);
    expect((await recall(number, { openedAt: first })).body.code).toBe('DeliveryAlreadyRecalled');
    expect(await deliverOrder({ number, lines: 2 })).toBe(pageId);
    const { status, body } = await recall(number, { openedAt: first });
    expect([status, body.code, body.message]).toEqual([409, 'DeliveryRenewed', errorCatalogue.DeliveryRenewed.message]);
    const { page, status: currentStatus } = await timeline(number);
    expect([currentStatus, page!.openedAt]).toEqual(['納品済み', new Date(clock).toISOString()]);
    expect((await recall(number, { openedAt: page!.openedAt })).status).toBe(200);
  });

  test('when the delivery is not named, or not by a time, then 400 and nothing changes', async () => {
    const { number } = await buyAndDeliver();
    const cookie = await shop.identity.adminCookie();
    for (const body of [undefined, {}, { openedAt: null }, { openedAt: '' }, { openedAt: 'latest' }]) {
      expect((await shop.call({ method: 'POST', path: `/api/admin/orders/${number}/recall`, cookie, body })).status).toBe(400);
    }
    expect((await shop.storedOrder(number)).status).toBe('納品済み');
  });

  test('when the page was extended, then the time for a recall is not', async () => {
    const { number } = await buyAndDeliver();
    clock += TOO_LATE;
    await extend(number);
    expect((await recall(number)).body.code).toBe('RecallTooLate');
  });

  test('when there is no delivery, or the order was completed without one, then the error says so', async () => {
    const { number } = await shop.buy();
    expect((await recall(number)).body).toMatchObject({ code: 'DownloadPageMissing', message: 'この注文はまだ納品されていません。' });
    await complete(number);
    expect((await recall(number)).body.code).toBe('DownloadPageMissing');
    expect((await recall('00000000')).body.code).toBe('OrderNotFound');
  });

  test('when everything was refunded or charged back, then the error says so', async () => {
    for (const gone of [{ 'payment.refundedAmount': 10_000 }, { 'payment.disputeOutcome': 'lost' }]) {
      const { number } = await buyAndDeliver();
      await shop.orders.updateOne({ number }, { $set: gone } as object);
      const { status, body } = await recall(number);
      expect([status, body.code]).toEqual([409, 'RecallMoneyBack']);
      expect((await timeline(number)).page!.recallableMs).toBe(0);
    }
  });

  test('when the caller is not an admin, then 401 or 403', async () => {
    const { number } = await buyAndDeliver();
    const call = (cookie?: string) => shop.call({ method: 'POST', path: `/api/admin/orders/${number}/recall`, cookie });
    expect([(await call()).status, (await call(await shop.identity.sessionCookie())).status]).toEqual([401, 403]);
  });
});

describe('concurrent requests', () => {
  test('when twenty recalls arrive concurrently, then one succeeds and the others get an error', async () => {
    const { number } = await buyAndDeliver();
    const responses = await Promise.all(Array.from({ length: 20 }, () => recall(number, currentDelivery())));
    expect(outcomesOf(responses).sort()).toEqual([200, ...Array(19).fill('DeliveryAlreadyRecalled')]);
    await waitForEvents({ number, type: 'order.recalled', count: 1 });
  });

  test('when recalls and claims arrive concurrently, then no claim remains after the recall', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await deliverOrder({ number });
      const [recalled, ...claims] = await Promise.all([
        recall(number, currentDelivery()),
        ...Array.from({ length: 3 }, () => claim(pageId, `${number}-01`)),
      ]);
      expect(recalled!.status).toBe(200);
      const claimedCount = claims.filter(({ status }) => status === 200).length;
      const auditEntry = await waitForAuditEntry(number, 'order.delivery-recalled');
      expect(auditEntry.before).toMatchObject({ downloaded: claimedCount === 1 ? [`${number}-01`] : [] });
      expect(claimedCount).toBeLessThanOrEqual(1);
      expect((await shop.storedOrder(number)).lines[0]!.claim).toBeUndefined();
    }
  });

  test('when a recall and the same delivery arrive concurrently, then the order is either fully delivered or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await deliverOrder({ number });
      const [recalled, again] = await Promise.all([recall(number, currentDelivery()), deliver({ shop, number })]);
      expect([recalled!.status, again!.status, pageIdOf(again!)]).toEqual([200, 200, pageId]);
      const { status, lines, download, handledAt } = await shop.storedOrder(number);
      const isDelivered = [
        status === '納品済み',
        lines[0]!.video !== undefined,
        download!.recalledAt === undefined,
        handledAt !== undefined,
      ];
      expect(new Set(isDelivered).size).toBe(1);
      expect((await claim(pageId, `${number}-01`)).status).toBe(isDelivered[0] ? 200 : 409);
    }
  });
});
