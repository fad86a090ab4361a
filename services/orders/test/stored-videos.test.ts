import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newBrowser } from './support/browsers.ts';
import { itemOf } from './support/catalog.ts';
import { pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { type Answer, type Shop, startShop } from './support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const deliver = async (number: string, downloadUrls: Record<string, string>) =>
  shop.call({
    method: 'POST',
    path: `/api/orders/${number}/deliver`,
    cookie: await shop.identity.adminCookie(),
    body: { downloadUrls },
  });

/** An order whose first video is stored and whose second is an outside link. */
const delivered = async () => {
  const { number, email } = await shop.buy({ items: [itemOf('12'), itemOf('13')] });
  const source = shop.videos.upload(`${number}-01`);
  const answer = await deliver(number, { [`${number}-01`]: source, [`${number}-02`]: 'https://videos.example/13' });
  const pageId = pageIdOf(answer);
  const claim = (line: string, browser: string = newBrowser()) =>
    shop.call({ method: 'POST', path: `/api/download/${pageId}/${number}-${line}/claim`, cookie: browser });
  return { number, email, source, answer, pageId, claim, look: () => shop.call({ path: `/api/download/${pageId}` }) };
};

const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!;
const ticketsOf = (source: string) => shop.videos.tickets.filter(({ mediaId }) => source === `video:${mediaId}`);

describe('a delivery of stored videos', () => {
  test('when each was uploaded for its line, then it stands beside outside links, and the customer sees the page alone', async () => {
    const { number, email, source, answer, look } = await delivered();
    expect([answer.status, answer.body.status]).toEqual([200, '納品済み']);
    expect((await shop.stored(number)).lines.map(({ video }) => video)).toEqual([
      { kind: 'stored', url: source },
      { kind: 'outside', url: 'https://videos.example/13' },
    ]);
    const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    for (const seen of [body, (await look()).body]) expect(JSON.stringify(seen)).not.toMatch(/video:|videos\.example/);
  });

  test('when it is repeated, then the answer is the same, even when the video is gone by then', async () => {
    const { number, source, answer } = await delivered();
    shop.videos.forget(source);
    const again = await deliver(number, { [`${number}-01`]: source, [`${number}-02`]: 'https://videos.example/13' });
    expect([again.status, again.body.downloadPath]).toEqual([200, answer.body.downloadPath]);
  });

  test('when a video is unknown, not complete, or of another line, then it is refused by the name of its line', async () => {
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
    expect((await shop.stored(number)).status).toBe('未対応');
  });
});

describe('the page of a stored video', () => {
  test('when media knows a preview, then it is shown before any claim, and without media the page is shown without it', async () => {
    const { source, look } = await delivered();
    const previewUrl = `/api/download/previews/${source.replace('video:', '')}`;
    expect((await look()).body.orders).toMatchObject([
      { state: 'open', size: 1234, previewUrl, isPreviewComing: false },
      { state: 'open', size: null, previewUrl: null, isPreviewComing: false },
    ]);
    shop.videos.setAway(true);
    expect((await look()).body.orders).toMatchObject([{ size: null, previewUrl: null }, {}]);
    shop.videos.setAway(false);
  });

  test('when the page has expired, then it gives no preview away, nor says that one is coming', async () => {
    const { number, source, look } = await delivered();
    await shop.orders.updateOne({ number }, { $set: { 'download.expiresAt': new Date(Date.now() - 1000) } });
    expect((await look()).body.orders).toMatchObject([{ size: 1234, previewUrl: null, isPreviewComing: false }, {}]);
    shop.videos.tell(source, { previewUrl: null, isPreviewComing: true });
    expect((await look()).body.orders).toMatchObject([{ size: 1234, previewUrl: null, isPreviewComing: false }, {}]);
  });
});

describe('a claim of a stored video', () => {
  test('when a browser claims it, then it gets a ticket of its own each time, all of one claim', async () => {
    const { number, source, claim } = await delivered();
    const first = await claim('01');
    expect(first.status).toBe(200);
    const again = await claim('01', cookieOf(first));
    expect(again.body.claimExpiresAt).toBe(first.body.claimExpiresAt);
    const tickets = ticketsOf(source);
    expect(tickets.map(({ path }) => path)).toEqual([first.body.url, again.body.url]);
    expect(new Set(tickets.map(({ claimId }) => claimId)).size).toBe(1);
    const { browser } = (await shop.stored(number)).lines[0]!.claim!;
    expect(tickets[0]).toMatchObject({ browser, until: first.body.claimExpiresAt, title: '関東オープン 2026_12_縦動画' });
  });

  test('when fifty browsers claim it at once, then one gets a ticket', async () => {
    const { source, claim } = await delivered();
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim('01')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'DownloadClaimedElsewhere')).toHaveLength(49);
    expect(ticketsOf(source)).toHaveLength(1);
  });

  test('when the line is re-armed, then the next claim is another one', async () => {
    const { number, source, claim } = await delivered();
    await claim('01');
    await deskOf(() => shop).reArm(number, '01');
    expect((await claim('01')).status).toBe(200);
    expect(new Set(ticketsOf(source).map(({ claimId }) => claimId)).size).toBe(2);
  });

  test('when the video is gone, then it says so', async () => {
    const { source, claim } = await delivered();
    shop.videos.forget(source);
    const { status, body } = await claim('01');
    expect([status, body.code]).toEqual([410, 'DownloadVideoGone']);
  });

  test('when media gives no answer, then the claim holds, and the same browser can make it again', async () => {
    const { claim, look } = await delivered();
    const browser = cookieOf(await look());
    shop.videos.failOnce();
    expect((await claim('01', browser)).status).toBe(503);
    expect((await claim('01', browser)).status).toBe(200);
    expect((await claim('01')).body.code).toBe('DownloadClaimedElsewhere');
  });
});
