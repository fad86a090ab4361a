import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { newBrowser, pageIdOf } from '../support/deliveries.ts';
import { type ShopResponse, startShop } from '../support/shop.ts';

const shop = useService(() => startShop());

const deliver = async (number: string, downloadUrls: Record<string, string>) =>
  shop.call({
    method: 'POST',
    path: `/api/orders/${number}/deliver`,
    cookie: await shop.identity.adminCookie(),
    body: { downloadUrls },
  });

/** A delivered order; the first video is stored, the second an external link. */
const buyAndDeliver = async () => {
  const { number, email } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
  const source = shop.videos.upload(`${number}-01`);
  const response = await deliver(number, { [`${number}-01`]: source, [`${number}-02`]: 'https://videos.example/13' });
  const pageId = pageIdOf(response);
  const claim = (line: string, browser: string = newBrowser()) =>
    shop.call({ method: 'POST', path: `/api/download/${pageId}/${number}-${line}/claim`, cookie: browser });
  return {
    number,
    email,
    source,
    response,
    pageId,
    claim,
    getPage: (browser?: string) => shop.call({ path: `/api/download/${pageId}`, cookie: browser }),
  };
};

const cookieOf = ({ headers }: ShopResponse): string => headers.getSetCookie()[0]!.split(';')[0]!;
const ticketsOf = (source: string) => shop.videos.tickets.filter(({ mediaId }) => source === `video:${mediaId}`);

describe('delivering stored videos', () => {
  test('when each was uploaded for its line, then it can be combined with external links, and the customer sees only the page', async () => {
    const { number, email, source, response, getPage } = await buyAndDeliver();
    expect([response.status, response.body.status]).toEqual([200, '納品済み']);
    expect((await shop.storedOrder(number)).lines.map(({ video }) => video)).toEqual([
      { kind: 'stored', url: source },
      { kind: 'outside', url: 'https://videos.example/13' },
    ]);
    const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    for (const seen of [body, (await getPage()).body]) expect(JSON.stringify(seen)).not.toMatch(/video:|videos\.example/);
  });

  test('when all videos are external links, then media is not needed to deliver them and to extend their page', async () => {
    const { number } = await shop.buy({ items: [itemOf('12')] });
    shop.videos.setUnavailable(true);
    try {
      expect((await deliver(number, { [`${number}-01`]: 'https://videos.example/12' })).status).toBe(200);
      expect((await adminOf(shop).extend(number)).status).toBe(200);
    } finally {
      shop.videos.setUnavailable(false);
    }
  });

  test('when it is repeated, then the response is the same, even if the video is deleted', async () => {
    const { number, source, response } = await buyAndDeliver();
    shop.videos.remove(source);
    const again = await deliver(number, { [`${number}-01`]: source, [`${number}-02`]: 'https://videos.example/13' });
    expect([again.status, again.body.downloadPath]).toEqual([200, response.body.downloadPath]);
  });

  test('when a video is unknown, incomplete, or of another line, then it is refused with the line’s name', async () => {
    const { number } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
    const [first, second] = [`${number}-01`, `${number}-02`];
    const rightful = shop.videos.upload(first);
    for (const wrong of ['video:nobody', shop.videos.upload(first), shop.videos.upload('87654321-02')]) {
      const { status, body } = await deliver(number, { [first]: rightful, [second]: wrong });
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([400, 'FinishedVideoUnknown', [`downloadUrls.${second}`]]);
    }
    for (const malformed of ['video:', 'video:../x', 'VIDEO:1', 'video:a b', `video:${'x'.repeat(65)}`]) {
      const { status, body } = await deliver(number, { [first]: rightful, [second]: malformed });
      expect([status, body.code]).toEqual([400, 'DownloadUrlInvalid']);
    }
    expect((await shop.storedOrder(number)).status).toBe('未対応');
  });
});

describe('the page of a stored video', () => {
  test('when media has a preview, then the page shows it before any claim; when media is unavailable, then the page has none', async () => {
    const { source, getPage } = await buyAndDeliver();
    const previewUrl = `/api/download/previews/${source.replace('video:', '')}`;
    expect((await getPage()).body.orders).toMatchObject([
      { state: 'open', size: 1234, previewUrl, isPreviewComing: false },
      { state: 'open', size: null, previewUrl: null, isPreviewComing: false },
    ]);
    shop.videos.setUnavailable(true);
    expect((await getPage()).body.orders).toMatchObject([{ size: null, previewUrl: null }, {}]);
    shop.videos.setUnavailable(false);
  });

  test('when media knows a still and its pixels, then the page has both before any claim', async () => {
    const { source, getPage } = await buyAndDeliver();
    const posterUrl = '/api/download/previews/still';
    shop.videos.setDetails(source, { posterUrl, footage: { state: 'read', width: 1080, height: 1920, durationMs: 60_000 } });
    expect((await getPage()).body.orders).toMatchObject([
      { posterUrl, width: 1080, height: 1920 },
      { posterUrl: null, width: null, height: null },
    ]);
  });

  test('when the page has expired, then it shows neither a preview nor that one is coming', async () => {
    const { number, source, getPage } = await buyAndDeliver();
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - 1000) } });
    expect((await getPage()).body.orders).toMatchObject([{ size: 1234, previewUrl: null, isPreviewComing: false }, {}]);
    shop.videos.setDetails(source, { previewUrl: null, isPreviewComing: true });
    expect((await getPage()).body.orders).toMatchObject([{ size: 1234, previewUrl: null, isPreviewComing: false }, {}]);
  });
});

describe('claiming a stored video', () => {
  test('when a browser claims it repeatedly, then it gets a new ticket each time, all of one claim', async () => {
    const { number, source, pageId, claim } = await buyAndDeliver();
    const first = await claim('01');
    expect(first.status).toBe(200);
    const again = await claim('01', cookieOf(first));
    expect(again.body.claimExpiresAt).toBe(first.body.claimExpiresAt);
    const tickets = ticketsOf(source);
    expect(tickets.map(({ path }) => path)).toEqual([first.body.url, again.body.url]);
    expect(new Set(tickets.map(({ claimId }) => claimId)).size).toBe(1);
    const { browser } = (await shop.storedOrder(number)).lines[0]!.claim!;
    expect(tickets[0]).toMatchObject({ browser, until: first.body.claimExpiresAt, pageId, title: '関東オープン 2026_12_縦動画' });
  });

  test('when fifty browsers claim it concurrently, then one gets a ticket', async () => {
    const { source, claim } = await buyAndDeliver();
    const responses = await Promise.all(Array.from({ length: 50 }, () => claim('01')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'DownloadClaimedElsewhere')).toHaveLength(49);
    expect(ticketsOf(source)).toHaveLength(1);
  });

  test('when the line is re-armed, then the next claim is a new one', async () => {
    const { number, source, claim } = await buyAndDeliver();
    await claim('01');
    await adminOf(shop).reArm(number, '01');
    expect((await claim('01')).status).toBe(200);
    expect(new Set(ticketsOf(source).map(({ claimId }) => claimId)).size).toBe(2);
  });

  test('when the bytes of two downloads were sent, then page and claim say so; when the line is re-armed, then it is open again', async () => {
    const { number, source, claim, getPage } = await buyAndDeliver();
    const browser = cookieOf(await claim('01'));
    expect((await getPage(browser)).body.orders).toMatchObject([{ state: 'claimed-here', wasSentTwice: false }, { state: 'open' }]);
    shop.videos.spendClaim(ticketsOf(source)[0]!.claimId);
    expect((await claim('01', browser)).body).toMatchObject({ url: expect.any(String), wasSentTwice: true });
    const spent = { state: 'used-up', wasSentTwice: true, claimExpiresAt: null };
    expect((await getPage(browser)).body.orders).toMatchObject([spent, { state: 'open', wasSentTwice: false }]);
    expect((await getPage()).body.orders).toMatchObject([spent, { state: 'open', wasSentTwice: false }]);
    await adminOf(shop).reArm(number, '01');
    expect((await getPage(browser)).body.orders).toMatchObject([{ state: 'open', wasSentTwice: false }, {}]);
  });

  test('when the video is deleted, then the error says so', async () => {
    const { source, claim } = await buyAndDeliver();
    shop.videos.remove(source);
    const { status, body } = await claim('01');
    expect([status, body.code]).toEqual([410, 'DownloadVideoGone']);
  });

  test('when media does not respond, then the claim is kept, and the same browser can repeat it', async () => {
    const { claim, getPage } = await buyAndDeliver();
    const browser = cookieOf(await getPage());
    shop.videos.failNextTicket();
    expect((await claim('01', browser)).status).toBe(503);
    expect((await claim('01', browser)).status).toBe(200);
    expect((await claim('01')).body.code).toBe('DownloadClaimedElsewhere');
  });
});
