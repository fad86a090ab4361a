import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newBrowser } from './support/browsers.ts';
import { itemOf } from './support/catalog.ts';
import { type Answer, type Shop, startShop } from './support/shop.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let shop: Shop;
let clockOffset = 0;
beforeAll(async () => {
  shop = await startShop({ now: () => new Date(Date.now() + clockOffset) });
});
afterAll(() => shop.stop());

/** Turns the service's clock for the time of a test. */
const later = async <Result>(ms: number, run: () => Promise<Result>): Promise<Result> => {
  clockOffset = ms;
  return run().finally(() => {
    clockOffset = 0;
  });
};

const delivered = async (items = [itemOf('1'), itemOf('2')]) => {
  const { number, email } = await shop.buy({ items });
  const urls = items.map((_, index) => [`${number}-0${index + 1}`, `https://videos.example/${number}/${index + 1}`]);
  const cookie = await shop.identity.adminCookie();
  const body = { downloadUrls: Object.fromEntries(urls) };
  const { body: answer } = await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body });
  const page = `/api${answer.downloadPath}`;
  return { number, email, page, claim: claimerOf(page), look: (browser?: string) => shop.call({ path: page, cookie: browser }) };
};

/** By a browser of its own unless told. */
const claimerOf =
  (page: string) =>
  (line: string, browser: string = newBrowser()) =>
    shop.call({ method: 'POST', path: `${page}/${line}/claim`, cookie: browser });

/** The cookie a browser keeps of an answer. */
const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!;
const statesOf = ({ body }: Answer) => body.orders.map(({ state }) => state);

describe('a download page', () => {
  test('when it is looked at again and again, then nothing is used up and the link stays hidden', async () => {
    const { number, look } = await delivered();
    const before = await shop.stored(number);
    for (let time = 0; time < 5; time += 1) {
      const answer = await look();
      expect(answer.status).toBe(200);
      expect(statesOf(answer)).toEqual(['open', 'open']);
      expect(JSON.stringify(answer.body)).not.toContain('videos.example');
    }
    expect((await shop.stored(number)).lines).toEqual(before.lines);
  });

  test('when it is shown, then it tells of the order and its lines and of no person', async () => {
    const { number, email, look } = await delivered();
    const { body } = await look();
    const { download } = await shop.stored(number);
    expect(body).toEqual({
      orderNumber: number,
      createdAt: download!.openedAt.toISOString(),
      expiresAt: download!.expiresAt.toISOString(),
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
          size: null,
          previewUrl: null,
          isPreviewComing: false,
        },
        expect.objectContaining({ id: `${number}-02` }),
      ],
    });
    expect(JSON.stringify(body)).not.toContain(email);
  });

  test('when nobody knows the page, then 404', async () => {
    for (const path of [`/api/download/${'x'.repeat(43)}`, `/api/download/${'x'.repeat(43)}/12345678-01/claim`]) {
      const { status, body } = await shop.call({ method: path.endsWith('claim') ? 'POST' : 'GET', path });
      expect(status).toBe(404);
      expect(body.code).toBe('DownloadPageNotFound');
    }
  });

  test('when the page has expired, then it still shows what it held, and nothing begins there any more: 410', async () => {
    const { number, look, claim } = await delivered();
    const mine = cookieOf(await claim(`${number}-01`));
    await later(30 * DAY + 1000, async () => {
      const page = await look();
      expect(page.status).toBe(200);
      expect(new Date(page.body.expiresAt as string).getTime()).toBeLessThan(Date.now() + clockOffset);
      for (const [line, browser] of [
        ['01', mine],
        ['02', undefined],
      ] as const) {
        const { status, body } = await claim(`${number}-${line}`, browser);
        expect(status).toBe(410);
        expect(body.code).toBe('DownloadPageExpired');
      }
    });
    expect((await shop.stored(number)).lines[1]).not.toHaveProperty('claim');
  });

  test('when it expires within the day of a claim, then that browser goes on until the day is over, and no other one, nor with another video', async () => {
    const { number, look, claim } = await delivered();
    const first = await later(30 * DAY - HOUR, () => claim(`${number}-01`));
    const mine = cookieOf(first);
    const { url, claimExpiresAt } = first.body;
    await later(30 * DAY + 22 * HOUR, async () => {
      expect((await look(mine)).body.orders).toMatchObject([{ state: 'claimed-here', claimExpiresAt }, { state: 'open' }]);
      expect((await claim(`${number}-01`, mine)).body).toEqual({ url, claimExpiresAt });
      for (const refused of [await claim(`${number}-01`), await claim(`${number}-02`, mine)]) {
        expect([refused.status, refused.body.code]).toEqual([410, 'DownloadPageExpired']);
      }
    });
    await later(30 * DAY + 24 * HOUR, async () => expect((await claim(`${number}-01`, mine)).body.code).toBe('DownloadPageExpired'));
    expect((await shop.stored(number)).lines[1]).not.toHaveProperty('claim');
  });
});

describe('a claim', () => {
  test('when a browser claims a video, then it gets the link, and again until its day is over', async () => {
    const { number, look, claim } = await delivered();
    const first = await claim(`${number}-01`);
    expect(first.status).toBe(200);
    expect(first.body.url).toBe(`https://videos.example/${number}/1`);
    const mine = cookieOf(first);
    const until = first.body.claimExpiresAt;
    expect(new Date(until).getTime() - Date.now()).toBeGreaterThan(23.9 * HOUR);

    await later(23.9 * HOUR, async () => {
      const again = await claim(`${number}-01`, mine);
      expect(again.body).toEqual({ url: first.body.url, claimExpiresAt: until });
      const { body } = await look(mine);
      expect(body.orders).toMatchObject([
        { state: 'claimed-here', claimExpiresAt: until },
        { state: 'open', claimExpiresAt: null },
      ]);
    });
    await later(24.1 * HOUR, async () => {
      const over = await claim(`${number}-01`, mine);
      expect(over.status).toBe(410);
      expect(over.body.code).toBe('DownloadUsedUp');
      expect(statesOf(await look(mine))).toEqual(['used-up', 'open']);
    });
  });

  test('when another browser comes, then it is refused, within the day and after it', async () => {
    const { number, look, claim } = await delivered();
    await claim(`${number}-01`);
    const other = cookieOf(await look());
    for (const browser of [other, undefined, 'download_claim=guessed', `download_claim=${'a'.repeat(43)}`]) {
      const { status, body } = await claim(`${number}-01`, browser);
      expect(status).toBe(409);
      expect(body.code).toBe('DownloadClaimedElsewhere');
      expect(JSON.stringify(body)).not.toContain('videos.example');
      expect(statesOf(await look(browser))).toEqual(['claimed-elsewhere', 'open']);
    }
    expect(JSON.stringify((await look(other)).body)).not.toContain('claimExpiresAt":"');
    await later(25 * HOUR, async () => expect((await claim(`${number}-01`, other)).status).toBe(410));
  });

  test('when fifty browsers claim one video at once, then one gets it', async () => {
    const { number, claim } = await delivered();
    const answers = await Promise.all(Array.from({ length: 50 }, () => claim(`${number}-01`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'DownloadClaimedElsewhere')).toHaveLength(49);
    const winner = answers.find(({ status }) => status === 200)!;
    expect((await claim(`${number}-01`, cookieOf(winner))).status).toBe(200);
  });

  test('when one browser claims twenty times at once, then every answer is the link', async () => {
    const { number, look, claim } = await delivered();
    const mine = cookieOf(await look());
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => claim(`${number}-0${(turn % 2) + 1}`, mine)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(statesOf(await look(mine))).toEqual(['claimed-here', 'claimed-here']);
  });

  test('when a line is of another page or of none, then 404 and nothing is claimed', async () => {
    const mine = await delivered();
    const others = await delivered();
    for (const line of [`${others.number}-01`, `${mine.number}-09`, '__proto__']) {
      expect((await mine.claim(line)).status).toBe(404);
    }
    expect(statesOf(await others.look())).toEqual(['open', 'open']);
  });
});

describe('a browser without the cookie', () => {
  test('when it claims, then it is told why and gets the cookie, nothing is used up, and its next try goes through', async () => {
    const { number, page } = await delivered();
    const path = `${page}/${number}-01/claim`;
    const refused = await shop.call({ method: 'POST', path });
    expect([refused.status, refused.body.code]).toEqual([428, 'DownloadCookiesNeeded']);
    expect(JSON.stringify(refused.body)).toMatch(/Cookie.*標準のブラウザ/);
    expect(JSON.stringify([refused.body, ...refused.headers])).not.toContain('videos.example');
    expect((await shop.stored(number)).lines[0]).not.toHaveProperty('claim');
    const again = await shop.call({ method: 'POST', path, cookie: cookieOf(refused) });
    expect([again.status, again.body.url]).toEqual([200, `https://videos.example/${number}/1`]);
  });

  test('when it keeps no cookie and comes again and again, or makes one up, then the video stays for one that does', async () => {
    const { number, page, claim } = await delivered();
    for (const cookie of [undefined, '', 'download_claim=', 'download_claim=guessed', 'other=1']) {
      const { body } = await shop.call({ method: 'POST', path: `${page}/${number}-01/claim`, cookie });
      expect(body.code).toBe('DownloadCookiesNeeded');
    }
    expect((await claim(`${number}-01`)).status).toBe(200);
  });
});

describe('the browser’s cookie', () => {
  test('when it is given, then no script and no other path gets it, and the store never holds it', async () => {
    const { number, look, claim } = await delivered();
    const [header] = (await look()).headers.getSetCookie();
    expect(header).toMatch(/^download_claim=[\w-]{43}; Max-Age=86400; Path=\/api\/download; HttpOnly; SameSite=Lax$/);
    const mine = header!.split(';')[0]!;
    await claim(`${number}-01`, mine);
    expect(JSON.stringify(await shop.stored(number))).not.toContain(mine.split('=')[1]);
  });

  test('when the shop is on https, then the cookie is Secure', async () => {
    const secured = await startShop({ env: { PUBLIC_URL: 'https://stagereel.example' }, webhooks: 'drop' });
    try {
      const { number } = await secured.buy();
      const { body } = await secured.call({
        method: 'POST',
        path: `/api/orders/${number}/deliver`,
        cookie: await secured.identity.adminCookie(),
        body: { downloadUrls: { [`${number}-01`]: 'https://videos.example/1' } },
      });
      const { headers } = await secured.call({ path: `/api${body.downloadPath}` });
      expect(headers.getSetCookie()[0]).toMatch(/; Secure/);
    } finally {
      await secured.stop();
    }
  });
});

describe('a customer’s line', () => {
  test('when it was delivered, then its link is the download page and never the outside one', async () => {
    const { number, email, page } = await delivered();
    const { body } = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    const path = page.replace('/api', '');
    expect(body).toMatchObject([
      { id: `${number}-01`, status: '納品済み', videoUploaded: true, videoDownloadUrl: path },
      { id: `${number}-02`, videoDownloadUrl: path },
    ]);
    expect(JSON.stringify(body)).not.toContain('videos.example');
  });
});
