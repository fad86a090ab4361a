import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type CustomerLine, errorCatalogue, orderDelivered, RECALL_SECONDS } from '@stagereel/contracts';
import { newBrowser } from './support/browsers.ts';
import { itemOf } from './support/catalog.ts';
import { deliver, pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

/** As late as a delivery can be taken back, and too late. */
const IN_TIME = RECALL_SECONDS * 1000 - 1;
const TOO_LATE = RECALL_SECONDS * 1000;
// The clock of the service stands, so that a delivery and its recall are as far apart as the test says.
const START = Date.now();
let shop: Shop;
let clock = START;
beforeAll(async () => {
  shop = await startShop({ now: () => new Date(clock) });
});
afterAll(() => shop?.stop());
afterEach(() => {
  clock = START;
});

const desk = deskOf(() => shop);
const { claim, complete, decline, delivered, extend, life, linesOf, recall, reopen, resend, untilActed, untilEvents } = desk;
const pageOf = (pageId: string, cookie = newBrowser()) => shop.call({ path: `/api/download/${pageId}`, cookie });
const historyOf = async (email: string) => {
  const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
  return body as unknown as CustomerLine[];
};
/** An order of two videos that is delivered, with its page. */
const deliveredTwo = async () => {
  const { number, email, intent } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  return { number, email, intentId: intent.paymentIntentId, pageId: await delivered({ number, lines: 2 }) };
};
/** The delivery of this moment, without a look at it. */
const asDelivered = () => ({ openedAt: new Date(clock).toISOString() });
const outcomes = (answers: { status: number; body: { code?: string } }[]) => answers.map(({ status, body }) => body.code ?? status);

describe('a delivery that is taken back in time', () => {
  test('when nobody has claimed a video, then the order awaits its videos again', async () => {
    const { number, email, pageId } = await deliveredTwo();
    clock += IN_TIME;
    const { status, body } = await recall(`${number}-02`);
    expect([status, body.status, body.page]).toEqual([200, '未対応', null]);
    expect(body.recalledAt).toBe(new Date(clock).toISOString());
    const order = await shop.until(number, () => true);
    expect(order).not.toHaveProperty('handledAt');
    expect(order.download).toMatchObject({ pageId, recalledAt: new Date(clock) });
    expect(order.lines.map(({ video, claim: claimed, reArmedAt }) => [video, claimed, reArmedAt])).toEqual(Array(2).fill(Array(3)));
    expect((await linesOf(number))[0]).toMatchObject({ status: '未対応', handledAt: null, downloadPath: null, videoDownloadUrl: null });
    expect((await historyOf(email)).map((line) => [line.status, line.videoUploaded, line.videoDownloadUrl])).toEqual(
      Array(2).fill(['未対応', false, null]),
    );
  });

  test('when a browser had claimed a video, then it and all others hear that it comes later, and the audit log names the video', async () => {
    const { number, pageId } = await deliveredTwo();
    const browser = newBrowser();
    const claimBy = (cookie: string) => shop.call({ method: 'POST', path: `/api/download/${pageId}/${number}-02/claim`, cookie });
    expect((await claimBy(browser)).status).toBe(200);
    await recall(number);
    const answers = [await claimBy(browser), await claim(pageId, `${number}-01`), await pageOf(pageId, browser)];
    for (const { status, body } of answers) {
      expect([status, body.code, body.message]).toEqual([409, 'DownloadRecalled', errorCatalogue.DownloadRecalled.message]);
      expect(JSON.stringify(body)).not.toContain('videos.example');
    }
    expect((await shop.stored(number)).lines.map(({ reArmedAt }) => reArmedAt)).toEqual([undefined, new Date(clock)]);
    expect(await untilActed(number, 'order.delivery-recalled')).toMatchObject({
      before: { status: '納品済み', videos: [`${number}-01 videos.example`, `${number}-02 videos.example`], downloaded: [`${number}-02`] },
      after: { status: '未対応' },
    });
    const [told] = await untilEvents({ number, type: 'order.recalled', count: 1 });
    const { deliveredAt } = orderDelivered.schema.parse((await untilEvents({ number, type: 'order.delivered', count: 1 }))[0]!.data);
    expect(told!.data).toEqual({ orderNumber: number, deliveredAt, recalledAt: new Date(clock).toISOString() });
  });

  test('when it is delivered again, then the same page is open for its full days, with a mail of its own, and can be taken back again', async () => {
    const { number, email, pageId } = await deliveredTwo();
    await claim(pageId, `${number}-01`);
    clock += IN_TIME;
    await recall(number);
    clock += 3_600_000;
    const again = await deliver({ shop, number, lines: 2 });
    expect([again.status, pageIdOf(again)]).toEqual([200, pageId]);
    const { download } = await shop.stored(number);
    expect(download).toMatchObject({ openedAt: new Date(clock), expiresAt: new Date(clock + 30 * 86_400_000) });
    expect(download).not.toHaveProperty('recalledAt');
    const [first, second] = await untilEvents({ number, type: 'order.delivered', count: 2 });
    expect([second!.id === first!.id, second!.id]).toEqual([false, download!.eventId]);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
    expect((await historyOf(email)).map(({ videoDownloadUrl }) => videoDownloadUrl)).toEqual(Array(2).fill(`/download/${pageId}`));
    clock += IN_TIME;
    expect((await recall(number)).status).toBe(200);
  });

  test('when it is delivered again with another video, then that is the one', async () => {
    const { number } = await shop.buy();
    const pageId = await delivered({ number });
    await recall(number);
    const cookie = await shop.identity.adminCookie();
    const body = { downloadUrls: { [`${number}-01`]: 'https://other.example/right' } };
    expect((await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body })).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toBe('https://other.example/right');
  });

  test('when nothing is delivered again, then there is no page to extend and no delivery to mail, and the receipt stays', async () => {
    const { number, pageId } = await deliveredTwo();
    await recall(number);
    expect(outcomes([await extend(number), await resend(number, 'order-delivery')])).toEqual(['DownloadPageMissing', 'MailNotSendable']);
    expect((await resend(number)).status).toBe(200);
    expect((await shop.call({ path: `/api/download/${pageId}/receipt` })).status).toBe(200);
    await complete(number);
    expect((await reopen(number)).body.status).toBe('未対応');
  });

  test('when a video had been downloaded, then its line is not given back by declining it, and the other is', async () => {
    const { number, pageId } = await deliveredTwo();
    await claim(pageId, `${number}-01`);
    await recall(number);
    expect(outcomes([await decline(number, '01'), await decline(number, '02')])).toEqual(['LineAlreadyClaimed', 200]);
  });
});

describe('a delivery that cannot be taken back', () => {
  test('when ten minutes have passed, then it says so and everything stays', async () => {
    const { number, pageId } = await deliveredTwo();
    clock += IN_TIME;
    expect((await life(number)).page!.recallableMs).toBe(1);
    clock += 1;
    expect([clock - START, (await life(number)).page!.recallableMs]).toEqual([TOO_LATE, 0]);
    const { status, body } = await recall(number);
    expect([status, body.code, body.message]).toEqual([409, 'RecallTooLate', errorCatalogue.RecallTooLate.message]);
    expect((await shop.stored(number)).status).toBe('納品済み');
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  });

  test('when another one than the latest is meant, then the latest stays, and goes once it is meant', async () => {
    const { number, pageId } = await deliveredTwo();
    const { openedAt: first } = (await life(number)).page!;
    clock += 1000;
    expect((await recall(number, { openedAt: first })).status).toBe(200);
    expect((await recall(number, { openedAt: first })).body.code).toBe('DeliveryAlreadyRecalled');
    expect(await delivered({ number, lines: 2 })).toBe(pageId);
    const { status, body } = await recall(number, { openedAt: first });
    expect([status, body.code, body.message]).toEqual([409, 'DeliveryRenewed', errorCatalogue.DeliveryRenewed.message]);
    const { page, status: standing } = await life(number);
    expect([standing, page!.openedAt]).toEqual(['納品済み', new Date(clock).toISOString()]);
    expect((await recall(number, { openedAt: page!.openedAt })).status).toBe(200);
  });

  test('when it is not said which one is meant, or not as a time, then 400 and it stays', async () => {
    const { number } = await deliveredTwo();
    const cookie = await shop.identity.adminCookie();
    for (const body of [undefined, {}, { openedAt: null }, { openedAt: '' }, { openedAt: 'latest' }]) {
      expect((await shop.call({ method: 'POST', path: `/api/admin/orders/${number}/recall`, cookie, body })).status).toBe(400);
    }
    expect((await shop.stored(number)).status).toBe('納品済み');
  });

  test('when a day more was given to its page, then its minutes are over all the same', async () => {
    const { number } = await deliveredTwo();
    clock += TOO_LATE;
    await extend(number);
    expect((await recall(number)).body.code).toBe('RecallTooLate');
  });

  test('when there is none, or it was completed without one, then it says so', async () => {
    const { number } = await shop.buy();
    expect((await recall(number)).body).toMatchObject({ code: 'DownloadPageMissing', message: 'この注文はまだ納品されていません。' });
    await complete(number);
    expect((await recall(number)).body.code).toBe('DownloadPageMissing');
    expect((await recall('00000000')).body.code).toBe('OrderNotFound');
  });

  test('when all its money went back, by the card or by a lost dispute, then it says so', async () => {
    for (const gone of [{ 'payment.refundedAmount': 10_000 }, { 'payment.disputeOutcome': 'lost' }]) {
      const { number } = await deliveredTwo();
      await shop.orders.updateOne({ number }, { $set: gone } as object);
      const { status, body } = await recall(number);
      expect([status, body.code]).toEqual([409, 'RecallMoneyBack']);
      expect((await life(number)).page!.recallableMs).toBe(0);
    }
  });

  test('when another than an admin asks, then 401 or 403', async () => {
    const { number } = await deliveredTwo();
    const call = (cookie?: string) => shop.call({ method: 'POST', path: `/api/admin/orders/${number}/recall`, cookie });
    expect([(await call()).status, (await call(await shop.identity.sessionCookie())).status]).toEqual([401, 403]);
  });
});

describe('at the same moment', () => {
  test('when twenty recalls come at once, then one does it and the others are told', async () => {
    const { number } = await deliveredTwo();
    const answers = await Promise.all(Array.from({ length: 20 }, () => recall(number, asDelivered())));
    expect(outcomes(answers).sort()).toEqual([200, ...Array(19).fill('DeliveryAlreadyRecalled')]);
    await untilEvents({ number, type: 'order.recalled', count: 1 });
  });

  test('when recalls and claims cross, then no claim outlives the recall', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await delivered({ number });
      const [recalled, ...claims] = await Promise.all([
        recall(number, asDelivered()),
        ...Array.from({ length: 3 }, () => claim(pageId, `${number}-01`)),
      ]);
      expect(recalled!.status).toBe(200);
      const won = claims.filter(({ status }) => status === 200).length;
      const act = await untilActed(number, 'order.delivery-recalled');
      expect(act.before).toMatchObject({ downloaded: won === 1 ? [`${number}-01`] : [] });
      expect(won).toBeLessThanOrEqual(1);
      expect((await shop.stored(number)).lines[0]!.claim).toBeUndefined();
    }
  });

  test('when a recall and the same delivery cross, then the order is delivered or it is not, and never half', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await delivered({ number });
      const [recalled, again] = await Promise.all([recall(number, asDelivered()), deliver({ shop, number })]);
      expect([recalled!.status, again!.status, pageIdOf(again!)]).toEqual([200, 200, pageId]);
      const { status, lines, download, handledAt } = await shop.stored(number);
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
