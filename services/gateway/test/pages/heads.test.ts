import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { buildContest, respondWithContests } from '../support/public-contests.ts';

const PAGE = { accept: 'text/html' };
const HOSTILE = '</script><img src=x onerror="alert(1)">&\'$&';

const contests = [
  buildContest(),
  buildContest({ id: 'c2', name: HOSTILE, slug: 'hostile', date: HOSTILE, location: HOSTILE, coverImage: null }),
  buildContest({ id: 'c3', name: '準備中の大会', slug: '準備中の大会', date: '未定', location: '', priceRange: null, athleteCount: 0 }),
  buildContest({ id: 'c4', name: '均一価格の大会', slug: '均一価格の大会', priceRange: { min: 5000, max: 5000 } }),
  buildContest({ id: 'c6', name: '動画の大会', slug: '動画の大会', sampleVideo: { url: '/media/v.mp4', posterUrl: '/media/p.webp' } }),
  buildContest({ id: 'c7', name: '敵', slug: '敵', sampleVideo: { url: HOSTILE, posterUrl: `</style>"\\${HOSTILE}` } }),
  buildContest({ id: 'c8', name: '見本なし', slug: '見本なし', hasSamples: false }),
];
const comingSoon = { id: 'c5', name: '春の大会', slug: '春の大会', date: '未定', location: '', coverImage: null, salesStartAt: null };

const gateway = useService(() => startTestGateway({ PUBLIC_URL: 'https://shop.example' }));
beforeAll(async () => {
  respondWithContests(gateway.upstreams.catalog, contests, [comingSoon]);
  // On a busy machine, the first fetch can take longer than a page waits for it.
  await waitUntil(async () => (await open('/')).json(INITIAL_DATA) !== null, { what: 'the contests' });
});

type Shop = { get: TestGateway['get'] };

const open = async (path: string, shop: Shop = gateway) => {
  const response = await shop.get(path, PAGE);
  const html = await response.text();
  const attribute = (pattern: RegExp): string | undefined => pattern.exec(html)?.[1];
  return {
    response,
    html,
    title: attribute(/<title>([^<]*)<\/title>/),
    description: attribute(/<meta name="description" content="([^"]*)"/),
    canonical: attribute(/<link rel="canonical" href="([^"]*)"/),
    robots: attribute(/<meta name="robots" content="([^"]*)"/),
    shown: attribute(/data-page="([^"]*)"/),
    og: (name: string) => attribute(new RegExp(`<meta property="og:${name}" content="([^"]*)"`)),
    json: (start: string): unknown => JSON.parse(attribute(new RegExp(`<script type="application/${start}>([^<]*)</script>`)) ?? 'null'),
  };
};
const LINKED_DATA = 'ld\\+json"';
const INITIAL_DATA = 'json" id="initial-data"';

describe('the page of a published contest', () => {
  test('when its link is shared, then title, text, picture and address describe the contest', async () => {
    const page = await open('/order-form/%E7%A7%8B%E3%81%AE%E5%A4%A7%E4%BC%9A2026?category=%E4%B8%80%E8%88%AC&athlete=12');
    expect(page.response.status).toBe(200);
    expect(page.shown).toBe('order-form');
    expect(page.title).toBe('秋の大会 2026の動画を購入｜StageReel');
    expect(page.description).toBe(
      '秋の大会 2026（2026年11月15日(日)、東京体育館）に出場した選手の動画を、選手ごとに編集してお届けします。40名の選手の動画を販売中です。動画1本¥3,000〜¥5,000（税込）。',
    );
    const address = `https://shop.example/order-form/${encodeURIComponent('秋の大会2026')}`;
    expect(page.canonical).toBe(address);
    expect([page.og('title'), page.og('description'), page.og('url')]).toEqual([page.title, page.description, address]);
    expect([page.og('type'), page.og('site_name'), page.og('locale')]).toEqual(['website', 'StageReel', 'ja_JP']);
    expect([page.og('image'), page.og('image:width')]).toEqual(['https://shop.example/media/abc123.webp', undefined]);
    expect(page.html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect([page.robots, page.response.headers.get('x-robots-tag')]).toEqual([undefined, null]);
    expect(page.html).not.toContain('本来の');
  });

  test('when athletes are on sale, then search engines learn the event and its prices', async () => {
    expect((await open('/order-form/秋の大会2026')).json(LINKED_DATA)).toMatchObject({
      '@type': 'Event',
      name: '秋の大会 2026',
      startDate: '2026-11-15',
      location: { '@type': 'Place', name: '東京体育館' },
      offers: { '@type': 'AggregateOffer', lowPrice: 3000, highPrice: 5000, priceCurrency: 'JPY' },
    });
  });

  test('when it has samples, then their place is kept and the poster loads before the code', async () => {
    const { html } = await open('/order-form/動画の大会');
    expect(html).toContain('<link rel="preload" as="image" href="/media/p.webp" fetchpriority="high">');
    expect(html).toContain('<style>:root{--samples-display:block;--sample-poster:url("/media/p.webp")}</style>');
    expect((await open('/order-form/秋の大会2026')).html).toContain('--samples-display:block;--sample-poster:none}');
    expect((await open('/order-form/見本なし')).html).not.toContain('--samples-display:block');
  });

  test('when the address of the poster is hostile, then it stays an address', async () => {
    const { html } = await open('/order-form/敵');
    expect(html).not.toContain('<img src=x');
    expect(html).toMatch(/<style>:root\{--samples-display:block;--sample-poster:url\("[^"<>\\\s]*"\)\}<\/style>/);
  });

  test('when all videos cost the same, then one price is named', async () => {
    expect((await open('/order-form/均一価格の大会')).description).toMatch(/動画1本¥5,000（税込）。$/);
  });

  test('when no athlete is on sale and the date is undecided, then neither price nor date is claimed', async () => {
    const page = await open('/order-form/準備中の大会');
    expect(page.description).toBe('準備中の大会に出場した選手の動画を、選手ごとに編集してお届けします。選手の動画の販売を準備しています。');
    expect(page.html).not.toContain('application/ld+json');
  });

  test('when its slug is typed in full width, then it is the same page', async () => {
    const page = await open('/order-form/秋の大会２０２６');
    expect(page.canonical).toBe(`https://shop.example/order-form/${encodeURIComponent('秋の大会2026')}`);
  });

  test('when its texts contain HTML, then they stay texts', async () => {
    const page = await open('/order-form/hostile');
    expect(page.html).not.toContain('<img');
    expect(page.html.match(/<script/g)).toHaveLength(2);
    expect(page.title).toBe('&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;$&amp;の動画を購入｜StageReel');
    expect(page.json(LINKED_DATA)).toMatchObject({ name: HOSTILE, location: { name: HOSTILE } });
    expect(page.json(LINKED_DATA)).not.toHaveProperty('startDate');
    expect(page.json(INITIAL_DATA)).toEqual({ contests, comingSoon: [comingSoon] });
    expect([page.og('image'), page.og('image:width'), page.og('image:height')]).toEqual(['https://shop.example/share.jpg', '1200', '630']);
  });
});

describe('the page of any other contest', () => {
  test('when a contest is announced, withdrawn or unknown, then the status is 404 and its name appears nowhere', async () => {
    const pages = await Promise.all(
      ['春の大会', 'unknown', HOSTILE.replace('/', '')].map((slug) => open(`/order-form/${encodeURIComponent(slug)}`)),
    );
    const [first] = pages;
    for (const page of pages) {
      expect(page.response.status).toBe(404);
      expect([page.title, page.canonical, page.robots]).toEqual(['動画の注文｜StageReel', undefined, 'noindex']);
      expect(page.shown).toBe('order-form');
      expect(page.html).toBe(first?.html);
    }
  });
});

describe('the pages of other screens', () => {
  test('when the home page is opened, then it describes the shop and contains the contests', async () => {
    const page = await open('/?utm_source=x');
    expect(page.shown).toBe('home');
    expect([page.title, page.canonical]).toEqual(['StageReel（ステージリール）', 'https://shop.example/']);
    expect(page.json(LINKED_DATA)).toMatchObject({ '@graph': [{ '@type': 'Organization' }, { '@type': 'WebSite' }] });
    expect(page.json(INITIAL_DATA)).toEqual({ contests, comingSoon: [comingSoon] });
  });

  test('when a listed screen is opened, then it has a title and an address of its own', async () => {
    const page = await open('/terms/');
    expect([page.response.status, page.shown, page.title]).toEqual([200, 'app', '利用規約｜StageReel']);
    expect(page.canonical).toBe('https://shop.example/terms');
    expect(page.html).not.toContain('initial-data');
  });

  test.each(['/payment', '/login', '/receipt/A-1', '/admin', '/dashboard', '/contest-edit/c1', '/print/x'])(
    'when %s is opened, then search engines must not list it',
    async (path) => {
      const page = await open(path);
      expect([page.response.status, page.robots, page.canonical]).toEqual([200, 'noindex', undefined]);
      expect(page.response.headers.get('x-robots-tag')).toBe('noindex');
      expect(page.response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    },
  );

  test.each(['/download/abcdefghijklmnopqrstuvwx', '/download/abcdefghijklmnopqrstuvwx/receipt', '/order-status/abc', '/Order-Status/abc'])(
    'when %s is opened, then its address is neither listed nor sent to other sites',
    async (path) => {
      const page = await open(path);
      expect(page.response.headers.get('x-robots-tag')).toBe('noindex');
      expect(page.response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.html).not.toContain('abc');
    },
  );

  test.each(['/no-such-screen', '/order-form', '/order-form/a/b', '/terms/more', '/admin/contest'])(
    'when %s is opened, then the status is 404 and the web app says so',
    async (path) => {
      const page = await open(path);
      expect([page.response.status, page.shown, page.title]).toEqual([404, 'app', 'ページが見つかりません｜StageReel']);
      expect(page.robots).toBe('noindex');
    },
  );
});

describe('an older build of the web app', () => {
  let older: TestGateway;
  beforeAll(async () => {
    const html = '<html><head><title>StageReel</title></head><body><div id="root" data-page="only"></div></body></html>';
    older = await startTestGateway({ PUBLIC_URL: 'https://shop.example' }, { files: { 'index.html': html } });
    respondWithContests(older.upstreams.catalog, contests);
  });
  afterAll(() => older.stop());

  test('when it has only one page without places for the head, then that page is used and filled in all the same', async () => {
    for (const path of ['/', '/order-form/秋の大会2026', '/terms']) {
      const page = await open(path, older);
      expect(page.shown).toBe('only');
      expect(page.canonical).toBe(new URL(path, 'https://shop.example').href);
    }
    expect((await open('/', older)).html).toMatch(/<\/script><\/body>/);
  });
});
