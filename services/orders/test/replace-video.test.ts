import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { videoReplaced } from '@stagereel/contracts';
import { newBrowser } from './support/browsers.ts';
import { itemOf } from './support/catalog.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

const DAY = 86_400_000;
const NEW = 'https://new.example/right?key=secret';
let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const { claim, decline, delivered, eventsOf, recall, replaceVideo, untilActed, untilEvents } = deskOf(() => shop);

/** An order of two videos, the first of them downloaded. */
const downloaded = async () => {
  const { number, email } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  const pageId = await delivered({ number, lines: 2 });
  expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  return { number, email, pageId };
};

describe('a delivered video', () => {
  test('when it is replaced, then any browser may download the new one once, its customer is mailed, and the other line stays', async () => {
    const { number, email, pageId } = await downloaded();
    const before = await shop.stored(number);
    const { status, body } = await replaceVideo(number, ` ${NEW} `);
    expect([status, body.status, body.lines[0]!.claim]).toEqual([200, '納品済み', null]);
    const order = await shop.until(number, () => true);
    expect(order.lines[0]).toMatchObject({ video: { kind: 'outside', url: NEW }, reArmedAt: expect.any(Date) });
    expect([order.lines[1], order.download, order.handledAt]).toEqual([before.lines[1], before.download, before.handledAt]);

    const [event] = await untilEvents({ number, type: 'video.replaced', count: 1 });
    expect(videoReplaced.schema.parse(event!.data)).toMatchObject({
      email,
      pageId,
      line: { lineNumber: `${number}-01`, athleteNumber: '1' },
    });
    expect(JSON.stringify(event)).not.toContain('new.example');
    const act = await untilActed(number, 'order.video-replaced');
    expect(act).toMatchObject({
      before: { line: `${number}-01`, video: 'videos.example', claimedAt: expect.any(String) },
      after: { line: `${number}-01`, video: 'new.example', claimedAt: null },
    });
    expect(JSON.stringify(act)).not.toContain('secret');

    expect((await claim(pageId, `${number}-01`)).body.url).toBe(NEW);
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadClaimedElsewhere');
  });

  test('when it is replaced by a stored video, then that must be complete and of this very line', async () => {
    const { number, pageId } = await downloaded();
    for (const wrong of [shop.videos.upload(`${number}-02`), 'video:nobody']) {
      const { status, body } = await replaceVideo(number, wrong);
      expect([status, body.code]).toEqual([400, 'FinishedVideoUnknown']);
    }
    const source = shop.videos.upload(`${number}-01`);
    expect((await replaceVideo(number, source)).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toMatch(/^\/api\/download\/files\//);
    expect(await untilActed(number, 'order.video-replaced')).toMatchObject({ after: { video: source } });
  });

  test('when the stored video looks as if it were another, then nothing changes until its admin confirms, and the audit log says what', async () => {
    const { number, pageId } = await downloaded();
    const before = await shop.stored(number);
    const lying = shop.videos.upload(`${number}-01`, { footage: { state: 'read', width: 1920, height: 1080, durationMs: 60_000 } });
    const sentence = '縦動画の明細ですが、横向きの動画です（1920×1080）。';
    const { status, body } = await replaceVideo(number, lying);
    expect([status, body.code, body.fields]).toEqual([409, 'DeliveryDoubtful', { [`downloadUrls.${number}-01`]: sentence }]);
    expect((await shop.stored(number)).revision).toBe(before.revision);
    expect(eventsOf('video.replaced', number)).toEqual([]);

    expect((await replaceVideo(number, lying, '01', { [`${number}-01`]: '動画の長さが0秒です。' })).body.code).toBe('DeliveryDoubtful');
    expect((await replaceVideo(number, lying, '01', { [`${number}-01`]: sentence })).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toMatch(/^\/api\/download\/files\//);
    expect(await untilActed(number, 'order.video-replaced')).toMatchObject({ after: { confirmedDoubts: [`${number}-01：${sentence}`] } });
  });

  test('when it is the same video, then nothing changes and nobody is mailed', async () => {
    const { number } = await downloaded();
    const before = await shop.stored(number);
    expect((await replaceVideo(number, 'https://videos.example/1')).status).toBe(200);
    expect((await shop.stored(number)).revision).toBe(before.revision);
    expect(eventsOf('video.replaced', number)).toEqual([]);
  });

  test('when two admins replace it by the same video at once, then it is replaced once', async () => {
    const { number } = await downloaded();
    const answers = await Promise.all([replaceVideo(number, NEW), replaceVideo(number, NEW)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await untilEvents({ number, type: 'video.replaced', count: 1 });
  });

  test('when claims cross its replacement, then nobody gets the old video on the claim of the new one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await delivered({ number });
      const browsers = Array.from({ length: 3 }, newBrowser);
      const path = `/api/download/${pageId}/${number}-01/claim`;
      await Promise.all([replaceVideo(number, NEW), ...browsers.map((cookie) => shop.call({ method: 'POST', path, cookie }))]);
      const after = await Promise.all(browsers.map((cookie) => shop.call({ method: 'POST', path, cookie })));
      const got = after.filter(({ status }) => status === 200).map(({ body }) => body.url);
      expect(got).toEqual([NEW]);
    }
  });

  test('when its page has ended, then the page is open for its full days again', async () => {
    const { number, pageId } = await downloaded();
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - DAY) } });
    const { body } = await replaceVideo(number, NEW);
    expect(Math.abs(Date.parse(body.page!.expiresAt) - Date.now() - 30 * DAY)).toBeLessThan(60_000);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  });
});

describe('what cannot be replaced', () => {
  test('when the order is not delivered or taken back, or the line is another’s, then it is refused', async () => {
    const { number } = await shop.buy();
    expect((await replaceVideo(number, NEW)).body.code).toBe('DownloadPageMissing');
    expect((await replaceVideo(number, NEW, '02')).body.code).toBe('OrderNotFound');
    await delivered({ number });
    await recall(number);
    expect((await replaceVideo(number, NEW)).body.code).toBe('DownloadPageMissing');
  });

  test('when the line is declined, or all the money went back, then it is refused', async () => {
    const { number } = await downloaded();
    expect((await decline(number, '02')).status).toBe(200);
    expect((await replaceVideo(number, NEW, '02')).body.code).toBe('LineAlreadyDeclined');
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 10_000 } });
    expect((await replaceVideo(number, NEW)).body.code).toBe('OrderRefunded');
    await shop.orders.updateOne({ number }, { $set: { 'payment.disputeOutcome': 'lost' } });
    expect((await replaceVideo(number, NEW)).body.code).toBe('OrderChargedBack');
  });

  test.each([
    ['', 'DownloadUrlsRequired'],
    ['http://videos.example/1', 'DownloadUrlInvalid'],
    ['https://me:pass@videos.example/1', 'DownloadUrlInvalid'],
    ['javascript:alert(1)', 'DownloadUrlInvalid'],
    ['video:../x', 'DownloadUrlInvalid'],
    [undefined, 'ValidationFailed'],
  ])('when the address is %p, then %s, and the video stays', async (url, code) => {
    const { number } = await shop.buy();
    await delivered({ number });
    const { status, body } = await replaceVideo(number, url);
    expect([status, body.code]).toEqual([400, code]);
    expect((await shop.stored(number)).lines[0]!.video!.url).toBe('https://videos.example/1');
  });

  test('when another than an admin asks, then 401 or 403', async () => {
    const path = '/api/admin/orders/12345678/lines/12345678-01/video';
    const call = (cookie?: string) => shop.call({ method: 'PUT', path, cookie, body: { url: NEW } });
    expect([(await call()).status, (await call(await shop.identity.sessionCookie())).status]).toEqual([401, 403]);
  });
});
