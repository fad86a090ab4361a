import { describe, expect, test } from '@jest/globals';
import { videoReplaced } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { newBrowser } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

const DAY = 86_400_000;
const NEW_URL = 'https://new.example/right?key=secret';
const shop = useService(() => startShop());

const { claim, decline, deliverOrder, eventsOf, recall, replaceVideo, waitForAuditEntry, waitForEvents } = adminOf(shop);

/** A delivered order of two videos; the first is claimed. */
const buyAndDownload = async () => {
  const { number, email } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  const pageId = await deliverOrder({ number, lines: 2 });
  expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  return { number, email, pageId };
};

describe('replacing a delivered video', () => {
  test('when it is replaced, then one browser can download the new one, the customer is mailed, and the other line is unchanged', async () => {
    const { number, email, pageId } = await buyAndDownload();
    const before = await shop.storedOrder(number);
    const { status, body } = await replaceVideo(number, ` ${NEW_URL} `);
    expect([status, body.status, body.lines[0]!.claim]).toEqual([200, '納品済み', null]);
    const order = await shop.waitForOrder(number, () => true);
    expect(order.lines[0]).toMatchObject({ video: { kind: 'outside', url: NEW_URL }, reArmedAt: expect.any(Date) });
    expect([order.lines[1], order.download, order.handledAt]).toEqual([before.lines[1], before.download, before.handledAt]);

    const [event] = await waitForEvents({ number, type: 'video.replaced', count: 1 });
    expect(videoReplaced.schema.parse(event!.data)).toMatchObject({
      email,
      pageId,
      line: { lineNumber: `${number}-01`, athleteNumber: '1' },
    });
    expect(JSON.stringify(event)).not.toContain('new.example');
    const auditEntry = await waitForAuditEntry(number, 'order.video-replaced');
    expect(auditEntry).toMatchObject({
      before: { line: `${number}-01`, video: 'videos.example', claimedAt: expect.any(String) },
      after: { line: `${number}-01`, video: 'new.example', claimedAt: null },
    });
    expect(JSON.stringify(auditEntry)).not.toContain('secret');

    expect((await claim(pageId, `${number}-01`)).body.url).toBe(NEW_URL);
    expect((await claim(pageId, `${number}-01`)).body.code).toBe('DownloadClaimedElsewhere');
  });

  test('when it is replaced by a stored video, then that must be complete and uploaded for this line', async () => {
    const { number, pageId } = await buyAndDownload();
    for (const wrong of [shop.videos.upload(`${number}-02`), 'video:nobody']) {
      const { status, body } = await replaceVideo(number, wrong);
      expect([status, body.code]).toEqual([400, 'FinishedVideoUnknown']);
    }
    const source = shop.videos.upload(`${number}-01`);
    expect((await replaceVideo(number, source)).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toMatch(/^\/api\/download\/files\//);
    expect(await waitForAuditEntry(number, 'order.video-replaced')).toMatchObject({ after: { video: source } });
  });

  test('when the stored video is doubtful, then nothing changes until the admin confirms, and the audit log has the doubt', async () => {
    const { number, pageId } = await buyAndDownload();
    const before = await shop.storedOrder(number);
    const horizontal = shop.videos.upload(`${number}-01`, { footage: { state: 'read', width: 1920, height: 1080, durationMs: 60_000 } });
    const doubt = '縦動画の明細ですが、横向きの動画です（1920×1080）。';
    const { status, body } = await replaceVideo(number, horizontal);
    expect([status, body.code, body.fields]).toEqual([409, 'DeliveryDoubtful', { [`downloadUrls.${number}-01`]: doubt }]);
    expect((await shop.storedOrder(number)).revision).toBe(before.revision);
    expect(eventsOf('video.replaced', number)).toEqual([]);

    expect((await replaceVideo(number, horizontal, '01', { [`${number}-01`]: '動画の長さが0秒です。' })).body.code).toBe(
      'DeliveryDoubtful',
    );
    expect((await replaceVideo(number, horizontal, '01', { [`${number}-01`]: doubt })).status).toBe(200);
    expect((await claim(pageId, `${number}-01`)).body.url).toMatch(/^\/api\/download\/files\//);
    expect(await waitForAuditEntry(number, 'order.video-replaced')).toMatchObject({
      after: { confirmedDoubts: [`${number}-01：${doubt}`] },
    });
  });

  test('when it is replaced by itself, then nothing changes and no mail is sent', async () => {
    const { number } = await buyAndDownload();
    const before = await shop.storedOrder(number);
    expect((await replaceVideo(number, 'https://videos.example/1')).status).toBe(200);
    expect((await shop.storedOrder(number)).revision).toBe(before.revision);
    expect(eventsOf('video.replaced', number)).toEqual([]);
  });

  test('when two admins replace it by the same video concurrently, then it is replaced once', async () => {
    const { number } = await buyAndDownload();
    const responses = await Promise.all([replaceVideo(number, NEW_URL), replaceVideo(number, NEW_URL)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await waitForEvents({ number, type: 'video.replaced', count: 1 });
  });

  test('when claims arrive during the replacement, then the later claims return only the new video', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { number } = await shop.buy();
      const pageId = await deliverOrder({ number });
      const browsers = Array.from({ length: 3 }, newBrowser);
      const path = `/api/download/${pageId}/${number}-01/claim`;
      await Promise.all([replaceVideo(number, NEW_URL), ...browsers.map((cookie) => shop.call({ method: 'POST', path, cookie }))]);
      const after = await Promise.all(browsers.map((cookie) => shop.call({ method: 'POST', path, cookie })));
      const got = after.filter(({ status }) => status === 200).map(({ body }) => body.url);
      expect(got).toEqual([NEW_URL]);
    }
  });

  test('when the page has expired, then it is open for its full period again', async () => {
    const { number, pageId } = await buyAndDownload();
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - DAY) } });
    const { body } = await replaceVideo(number, NEW_URL);
    expect(Math.abs(Date.parse(body.page!.expiresAt) - Date.now() - 30 * DAY)).toBeLessThan(60_000);
    expect((await claim(pageId, `${number}-01`)).status).toBe(200);
  });
});

describe('a refused replacement', () => {
  test('when the order is not delivered or recalled, or the line belongs to another order, then it is refused', async () => {
    const { number } = await shop.buy();
    expect((await replaceVideo(number, NEW_URL)).body.code).toBe('DownloadPageMissing');
    expect((await replaceVideo(number, NEW_URL, '02')).body.code).toBe('OrderNotFound');
    await deliverOrder({ number });
    await recall(number);
    expect((await replaceVideo(number, NEW_URL)).body.code).toBe('DownloadPageMissing');
  });

  test('when the line is declined, or everything was refunded, then it is refused', async () => {
    const { number } = await buyAndDownload();
    expect((await decline(number, '02')).status).toBe(200);
    expect((await replaceVideo(number, NEW_URL, '02')).body.code).toBe('LineAlreadyDeclined');
    await shop.orders.updateOne({ number }, { $set: { 'payment.refundedAmount': 10_000 } });
    expect((await replaceVideo(number, NEW_URL)).body.code).toBe('OrderRefunded');
    await shop.orders.updateOne({ number }, { $set: { 'payment.disputeOutcome': 'lost' } });
    expect((await replaceVideo(number, NEW_URL)).body.code).toBe('OrderChargedBack');
  });

  test.each([
    ['', 'DownloadUrlsRequired'],
    ['http://videos.example/1', 'DownloadUrlInvalid'],
    ['https://me:pass@videos.example/1', 'DownloadUrlInvalid'],
    ['javascript:alert(1)', 'DownloadUrlInvalid'],
    ['video:../x', 'DownloadUrlInvalid'],
    [undefined, 'ValidationFailed'],
  ])('when the URL is %p, then %s, and the video is unchanged', async (url, code) => {
    const { number } = await shop.buy();
    await deliverOrder({ number });
    const { status, body } = await replaceVideo(number, url);
    expect([status, body.code]).toEqual([400, code]);
    expect((await shop.storedOrder(number)).lines[0]!.video!.url).toBe('https://videos.example/1');
  });

  test('when the caller is not an admin, then 401 or 403', async () => {
    const path = '/api/admin/orders/12345678/lines/12345678-01/video';
    const call = (cookie?: string) => shop.call({ method: 'PUT', path, cookie, body: { url: NEW_URL } });
    expect([(await call()).status, (await call(await shop.identity.sessionCookie())).status]).toEqual([401, 403]);
  });
});
