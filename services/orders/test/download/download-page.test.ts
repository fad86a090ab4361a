import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { itemOf } from '../support/catalog.ts';
import { newBrowser } from '../support/deliveries.ts';
import { type ShopResponse, startShop } from '../support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const shop = useService(() => startShop({ now: () => new Date(Date.now() + clockOffset) }));
let clockOffset = 0;

/** Runs with the service's clock set ahead. */
const withClockAhead = async <Result>(ms: number, run: () => Promise<Result>): Promise<Result> => {
  clockOffset = ms;
  return run().finally(() => {
    clockOffset = 0;
  });
};

const buyAndDeliver = async (items = [itemOf('1'), itemOf('2')]) => {
  const { number, email } = await shop.buy({ items });
  const urls = items.map((_, index) => [`${number}-0${index + 1}`, `https://videos.example/${number}/${index + 1}`]);
  const cookie = await shop.identity.adminCookie();
  const body = { downloadUrls: Object.fromEntries(urls) };
  const { body: response } = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body });
  const page = `/api${response.downloadPath}`;
  return { number, email, page, claim: claimOn(page), getPage: (browser?: string) => shop.call({ path: page, cookie: browser }) };
};

/** Claims from a new browser unless a cookie is given. */
const claimOn =
  (page: string) =>
  (line: string, browser: string = newBrowser()) =>
    shop.call({ method: 'POST', path: `${page}/${line}/claim`, cookie: browser });

/** The cookie that a response sets. */
const cookieOf = ({ headers }: ShopResponse): string => headers.getSetCookie()[0]!.split(';')[0]!;
const statesOf = ({ body }: ShopResponse) => body.orders.map(({ state }) => state);

describe('a download page', () => {
  test('when it is opened repeatedly, then nothing is claimed and the link stays hidden', async () => {
    const { number, getPage } = await buyAndDeliver();
    const before = await shop.storedOrder(number);
    for (let time = 0; time < 5; time += 1) {
      const response = await getPage();
      expect(response.status).toBe(200);
      expect(statesOf(response)).toEqual(['open', 'open']);
      expect(JSON.stringify(response.body)).not.toContain('videos.example');
    }
    expect((await shop.storedOrder(number)).lines).toEqual(before.lines);
  });

  test('when it is shown, then it has the order and its lines but no personal data (customer 2.35, 3.9, 7.24)', async () => {
    const { number, email, getPage } = await buyAndDeliver();
    const { body } = await getPage();
    const { download } = await shop.storedOrder(number);
    expect(body).toEqual({
      orderNumber: number,
      createdAt: download!.openedAt.toISOString(),
      expiresAt: download!.expiresAt.toISOString(),
      following: null,
      orders: [
        {
          id: `${number}-01`,
          contestName: '関東オープン 2026',
          category: 'メンズフィジーク',
          athleteNumber: '1',
          athleteName: '選手1',
          style: '縦動画',
          price: 5000,
          state: 'open',
          claimExpiresAt: null,
          wasSentTwice: false,
          size: null,
          width: null,
          height: null,
          posterUrl: null,
          previewUrl: null,
          isPreviewComing: false,
        },
        expect.objectContaining({ id: `${number}-02` }),
      ],
    });
    expect(JSON.stringify(body)).not.toContain(email);
  });

  test('when the page is unknown, then 404 (customer 2.36, 7.24)', async () => {
    for (const path of [`/api/download/${'x'.repeat(43)}`, `/api/download/${'x'.repeat(43)}/12345678-01/claim`]) {
      const { status, body } = await shop.call({ method: path.endsWith('claim') ? 'POST' : 'GET', path });
      expect(status).toBe(404);
      expect(body.code).toBe('DownloadPageNotFound');
    }
  });

  test('when the page has expired, then it still shows its lines, but claims return 410 (customer 2.36, 4.9, 8.11)', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    const ownCookie = cookieOf(await claim(`${number}-01`));
    await withClockAhead(30 * DAY + 1000, async () => {
      const page = await getPage();
      expect(page.status).toBe(200);
      expect(new Date(page.body.expiresAt as string).getTime()).toBeLessThan(Date.now() + clockOffset);
      for (const [line, browser] of [
        ['01', ownCookie],
        ['02', undefined],
      ] as const) {
        const { status, body } = await claim(`${number}-${line}`, browser);
        expect(status).toBe(410);
        expect(body.code).toBe('DownloadPageExpired');
      }
    });
    expect((await shop.storedOrder(number)).lines[1]).not.toHaveProperty('claim');
  });

  test('when it expires during a claim, then only that browser can continue, with that video, until the claim ends (customer 8.11)', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    const first = await withClockAhead(30 * DAY - HOUR, () => claim(`${number}-01`));
    const ownCookie = cookieOf(first);
    const { url, claimExpiresAt } = first.body;
    await withClockAhead(30 * DAY + 22 * HOUR, async () => {
      expect((await getPage(ownCookie)).body.orders).toMatchObject([{ state: 'claimed-here', claimExpiresAt }, { state: 'open' }]);
      expect((await claim(`${number}-01`, ownCookie)).body).toEqual({ url, claimExpiresAt, wasSentTwice: false });
      for (const refused of [await claim(`${number}-01`), await claim(`${number}-02`, ownCookie)]) {
        expect([refused.status, refused.body.code]).toEqual([410, 'DownloadPageExpired']);
      }
    });
    await withClockAhead(30 * DAY + 24 * HOUR, async () =>
      expect((await claim(`${number}-01`, ownCookie)).body.code).toBe('DownloadPageExpired'),
    );
    expect((await shop.storedOrder(number)).lines[1]).not.toHaveProperty('claim');
  });
});

describe('claiming a video', () => {
  test('when a browser claims a video, then it gets the link, and again until the claim ends', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    const first = await claim(`${number}-01`);
    expect(first.status).toBe(200);
    expect(first.body.url).toBe(`https://videos.example/${number}/1`);
    const ownCookie = cookieOf(first);
    const until = first.body.claimExpiresAt;
    expect(new Date(until).getTime() - Date.now()).toBeGreaterThan(23.9 * HOUR);

    await withClockAhead(23.9 * HOUR, async () => {
      const again = await claim(`${number}-01`, ownCookie);
      expect(again.body).toEqual({ url: first.body.url, claimExpiresAt: until, wasSentTwice: false });
      const { body } = await getPage(ownCookie);
      expect(body.orders).toMatchObject([
        { state: 'claimed-here', claimExpiresAt: until },
        { state: 'open', claimExpiresAt: null },
      ]);
    });
    await withClockAhead(24.1 * HOUR, async () => {
      const over = await claim(`${number}-01`, ownCookie);
      expect(over.status).toBe(410);
      expect(over.body.code).toBe('DownloadUsedUp');
      expect(statesOf(await getPage(ownCookie))).toEqual(['used-up', 'open']);
    });
  });

  test('when another browser claims it, then it is refused, during the claim and after it (customer 8.11, 9.10)', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    await claim(`${number}-01`);
    const otherCookie = cookieOf(await getPage());
    for (const browser of [otherCookie, undefined, 'download_claim=guessed', `download_claim=${'a'.repeat(43)}`]) {
      const { status, body } = await claim(`${number}-01`, browser);
      expect(status).toBe(409);
      expect(body.code).toBe('DownloadClaimedElsewhere');
      expect(JSON.stringify(body)).not.toContain('videos.example');
      expect(statesOf(await getPage(browser))).toEqual(['claimed-elsewhere', 'open']);
    }
    expect(JSON.stringify((await getPage(otherCookie)).body)).not.toContain('claimExpiresAt":"');
    await withClockAhead(25 * HOUR, async () => expect((await claim(`${number}-01`, otherCookie)).status).toBe(410));
  });

  test('when fifty browsers claim one video concurrently, then one gets it (customer 9.10)', async () => {
    const { number, claim } = await buyAndDeliver();
    const responses = await Promise.all(Array.from({ length: 50 }, () => claim(`${number}-01`)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'DownloadClaimedElsewhere')).toHaveLength(49);
    const winner = responses.find(({ status }) => status === 200)!;
    expect((await claim(`${number}-01`, cookieOf(winner))).status).toBe(200);
  });

  test('when one browser claims twenty times concurrently, then every response has the link', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    const ownCookie = cookieOf(await getPage());
    const responses = await Promise.all(Array.from({ length: 20 }, (_, turn) => claim(`${number}-0${(turn % 2) + 1}`, ownCookie)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(statesOf(await getPage(ownCookie))).toEqual(['claimed-here', 'claimed-here']);
  });

  test('when a line is unknown or of another page, then 404 and nothing is claimed', async () => {
    const ownCookie = await buyAndDeliver();
    const others = await buyAndDeliver();
    for (const line of [`${others.number}-01`, `${ownCookie.number}-09`, '__proto__']) {
      expect((await ownCookie.claim(line)).status).toBe(404);
    }
    expect(statesOf(await others.getPage())).toEqual(['open', 'open']);
  });
});

describe('a browser without the cookie', () => {
  test('when it claims, then it gets an error and the cookie, nothing is claimed, and its next attempt succeeds', async () => {
    const { number, page } = await buyAndDeliver();
    const path = `${page}/${number}-01/claim`;
    const refused = await shop.call({ method: 'POST', path });
    expect([refused.status, refused.body.code]).toEqual([428, 'DownloadCookiesNeeded']);
    expect(JSON.stringify(refused.body)).toMatch(/Cookie.*標準のブラウザ/);
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain('videos.example');
    expect((await shop.storedOrder(number)).lines[0]).not.toHaveProperty('claim');
    const again = await shop.call({ method: 'POST', path, cookie: cookieOf(refused) });
    expect([again.status, again.body.url]).toEqual([200, `https://videos.example/${number}/1`]);
  });

  test('when it never keeps the cookie or forges one, then the video stays available for other browsers', async () => {
    const { number, page, claim } = await buyAndDeliver();
    for (const cookie of [undefined, '', 'download_claim=', 'download_claim=guessed', 'other=1']) {
      const { body } = await shop.call({ method: 'POST', path: `${page}/${number}-01/claim`, cookie });
      expect(body.code).toBe('DownloadCookiesNeeded');
    }
    expect((await claim(`${number}-01`)).status).toBe(200);
  });
});

describe('the browser’s cookie', () => {
  test('when it is set, then scripts and other paths cannot read it, and it is not stored', async () => {
    const { number, getPage, claim } = await buyAndDeliver();
    const [header] = (await getPage()).headers.getSetCookie();
    expect(header).toMatch(/^download_claim=[\w-]{43}; Max-Age=86400; Path=\/api\/download; HttpOnly; SameSite=Lax$/);
    const ownCookie = header!.split(';')[0]!;
    await claim(`${number}-01`, ownCookie);
    expect(JSON.stringify(await shop.storedOrder(number))).not.toContain(ownCookie.split('=')[1]);
  });

  test('when the shop uses https, then the cookie is Secure', async () => {
    const { page } = await buyAndDeliver();
    const { url } = await shop.startReplica({ PUBLIC_URL: 'https://stagereel.example' });
    const { headers } = await fetch(new URL(page, url));
    expect(headers.getSetCookie()[0]).toMatch(/^__Host-download_claim=.*; Secure/);
  });
});

describe('the customer’s view of a line', () => {
  test('when it is delivered, then it links to the download page and never to the external link', async () => {
    const { number, email, page } = await buyAndDeliver();
    const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    const path = page.replace('/api', '');
    expect(body).toMatchObject([
      { id: `${number}-01`, status: '納品済み', videoUploaded: true, videoDownloadUrl: path },
      { id: `${number}-02`, videoDownloadUrl: path },
    ]);
    expect(JSON.stringify(body)).not.toContain('videos.example');
  });
});
