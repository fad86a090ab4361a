import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contestListSchema, customerLineListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { paths } from '../web/src/config/paths.ts';
import { axeFindings, keepPicture, scrollFindings } from './support/browser.ts';
import { useShopAndBrowser } from './support/browser-tests.ts';
import { SMALL_CONTEST } from './support/checkout.ts';
import {
  cutTextFindings,
  firstTabFindings,
  focusRingFindings,
  frameFindings,
  layoutLinks,
  targetFindings,
} from './support/screen-rules.ts';
import { type Facts, notFound, type ScreenRow, screens } from './support/screens.ts';
import { openVisitors } from './support/visitors.ts';

const shop = useShopAndBrowser();
const visitors = openVisitors(shop);
const rows: [string, ScreenRow][] = Object.entries({ ...screens, notFound });

const WIDTHS = { narrow: 320, phone: 390, tablet: 768, desk: 1280, wide: 1920 } as const;
/** The widths at which targets are checked: people touch them with a finger. */
const TOUCHED: readonly string[] = ['narrow', 'phone'];
/** The rules of axe whose outcome is another in dark colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const readFacts = async (page: Page): Promise<Facts> => {
  const contests = contestListSchema.parse(await (await page.request.get('/api/contests')).json());
  const contest = contests.find(({ name }) => name === SMALL_CONTEST);
  const [line] = customerLineListSchema.parse(await (await page.request.get('/api/user/orders')).json());
  if (!contest || !line?.videoDownloadUrl || !line.statusPath) throw new Error('the demo data is not there');
  const [orderNumber = ''] = line.orderNumber.split('-');
  return {
    contestSlug: contest.slug,
    contestId: contest.id,
    orderNumber,
    downloadPath: line.videoDownloadUrl,
    statusPath: line.statusPath,
  };
};

let facts: Facts;
beforeAll(async () => {
  facts = await readFacts((await visitors.windowOf('member')).page);
});
afterAll(visitors.close, 60_000);

const open = async ([name, { visitor, at, shows, status = 200 }]: [string, ScreenRow]): Promise<Page> => {
  const { page } = await visitors.windowOf(visitor);
  await page.setViewportSize({ width: WIDTHS.phone, height: 844 });
  await page.emulateMedia({ colorScheme: 'light' });
  const response = await page.goto(at ? at(facts) : paths[name as keyof typeof paths].path);
  expect(response?.status()).toBe(status);
  await page.locator('body').getByText(shows).filter({ visible: true }).first().waitFor();
  return page;
};

const setWidth = async (page: Page, width: number): Promise<void> => {
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction((expected) => window.innerWidth === expected, width);
};

/** What axe finds in each colour scheme, and what does not fit at each width. */
const looks = async ({ page, name }: { page: Page; name: string }): Promise<Record<string, string[]>> => {
  const findings: Record<string, string[]> = { 'axe, light': await axeFindings({ page }), 'focus, light': await focusRingFindings(page) };
  const devtools = await page.context().newCDPSession(page);
  for (const [device, width] of Object.entries(WIDTHS)) {
    await setWidth(page, width);
    // With touch, the pointer is coarse: rows of the back office are higher then.
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: TOUCHED.includes(device) });
    findings[`width of a ${device} screen`] = [...(await scrollFindings(page)), ...(await cutTextFindings(page))];
    if (TOUCHED.includes(device)) findings[`targets on a ${device} screen`] = await targetFindings(page);
    await keepPicture({ page, name: `every-${name}-${device}` });
  }
  await devtools.detach();
  await setWidth(page, WIDTHS.phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  findings['axe, dark'] = await axeFindings({ page, rules: COLOUR_RULES });
  findings['focus, dark'] = await focusRingFindings(page);
  await keepPicture({ page, name: `every-${name}-dark` });
  return findings;
};

/** The same on every page of the shop. */
const LAYOUT = {
  home: '/',
  menu: [
    ['ご注文の照会', '/order-lookup'],
    ['お問い合わせ', '/contact'],
  ],
  footer: [
    ['StageReelについて', '/about'],
    ['特定商取引法に基づく表記', '/legal-notice'],
    ['プライバシーポリシー', '/privacy'],
    ['利用規約', '/terms'],
    ['お問い合わせ', '/contact'],
  ],
  support: [
    ['ご注文の照会', '/order-lookup'],
    ['メールが届かないとき', '/email-support'],
  ],
  copyright: '© 2025 StageReel',
};

describe('every screen', () => {
  test('when a path is added, then it must get a row here (customer 2.1; admin 2.1)', () => {
    expect(Object.keys(screens).sort()).toEqual(Object.keys(paths).sort());
  });

  test.each(rows)(
    'when %s is open, then it has the common frame, fits every width, and axe finds no violation (customer 1.8, 2.1, 2.2, 2.13; admin 1.5, 2.1, 2.2)',
    async (name, row) => {
      const page = await open([name, row]);
      const title = typeof row.title === 'string' ? row.title : row.title(facts);
      const findings: Record<string, string[]> = {
        frame: await frameFindings({ page, title }),
        'first Tab': await firstTabFindings(page),
        ...(row.isTwin ? {} : await looks({ page, name })),
      };
      expect(Object.fromEntries(Object.entries(findings).filter(([, found]) => found.length > 0))).toEqual({});
      if (!row.isOffice) expect(await layoutLinks(page)).toEqual(LAYOUT);
    },
    120_000,
  );

  test('when all screens were opened, then none has reported an error, violated the CSP or missed a file', async () => {
    expect(await visitors.problems()).toEqual([]);
  });
});

describe('the security policy', () => {
  test('when a page tries to run, load or embed foreign content, then the browser refuses', async () => {
    const { page, context, wrong } = await shop.open();
    await page.goto('/about');
    const refused = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const directives: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            directives.push(effectiveDirective);
            if (directives.length === 5) resolve(directives.sort());
          });
          const add = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: Partial<HTMLElementTagNameMap[Tag]>) =>
            document.body.append(Object.assign(document.createElement(tag), properties));
          add('script', { textContent: 'document.body.id = "run"' });
          add('script', { src: 'https://elsewhere.example/run.js' });
          add('img', { src: 'https://elsewhere.example/count.png' });
          add('iframe', { src: 'https://elsewhere.example/' });
          void fetch('https://elsewhere.example/steal').catch(() => undefined);
        }),
    );
    expect(refused).toEqual(['connect-src', 'frame-src', 'img-src', 'script-src-elem', 'script-src-elem']);
    expect(await page.locator('body').getAttribute('id')).toBeNull();
    // The browser also reports each refusal in the console, where the test of every screen looks for violations.
    const reports = () => wrong().filter((problem) => problem.includes('violates the following Content Security Policy'));
    while (reports().length < refused.length) await page.waitForEvent('console');
    expect(reports()).toHaveLength(refused.length);
    await context.close();
  });
});

test('when a form shows errors, then its focused fields have a ring too', async () => {
  const { page, context } = await shop.open();
  await page.goto('/forgot-password');
  await page.getByRole('button', { name: '認証コードを送信' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await focusRingFindings(page)).toEqual([]);
  await context.close();
});

test('when the seller is the example, then every page of the back office says so in one line, which opens to name the settings', async () => {
  const { page } = await visitors.windowOf('admin');
  for (const path of ['/admin', `/contest-edit/${facts.contestId}?tab=content`]) {
    await page.goto(path);
    const warning = page.getByRole('group').filter({ hasText: '販売者の情報が設定されていません' });
    expect((await warning.boundingBox())?.height).toBeLessThan(50);
    await warning.getByText('詳しく見る').click();
    await warning.getByRole('link', { name: /^特定商取引法に基づく表記/ }).waitFor();
    expect(await warning.locator('code').allTextContents()).toEqual([
      'SELLER_NAME',
      'SELLER_REPRESENTATIVE',
      'SELLER_ADDRESS',
      'SELLER_PHONE',
      'SELLER_EMAIL',
    ]);
  }
});
