import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const;
export type Size = keyof typeof SIZES;

/** The system's Chromium; `CHROMIUM_PATH` names another. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: FLAGS });

/** Problems a page must never have: errors in the console, uncaught exceptions, refused by the CSP. */
export const watchProblems = (page: Page): string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself reports answers outside 2xx, which the screens expect and handle.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`);
  });
  return problems;
};

/** A visitor's own browser window of one size, in Japanese. */
export const openWindow = async ({ browser, gateway, size }: { browser: Browser; gateway: string; size: Size }) => {
  const context: BrowserContext = await browser.newContext({
    baseURL: gateway,
    viewport: SIZES[size],
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    ...(size === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  // How long something may take on a machine that has much else to do; what takes longer is not there.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  return { context, page, problems: watchProblems(page) };
};

const SCREENSHOTS = process.env['SCREENSHOTS'];
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds against WCAG 2.2 AA and its own best practices; `rules` names the only ones to ask. It is loaded once a document and asked for
 * violations alone: a journey asks on every screen, and the rest of its report takes longer than the rules.
 */
export const axeFindings = async ({ page, rules = [] }: { page: Page; rules?: readonly string[] }): Promise<string[]> => {
  // Only the main frame is looked at; the shop has no other.
  if (page.frames().length > 1) throw new Error('a screen with frames needs axe in each of them');
  await page.evaluate(() => document.fonts.ready);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const runOnly = rules.length > 0 ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: WCAG_TAGS };
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  const violations = await page.evaluate(async (given) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const found = await loaded.run(document, given);
    return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
  }, options);
  return violations.map(({ id, targets }) => `${id} at ${targets.join(', ')}`);
};

/** A page may be as long as it likes, but no wider than its window. */
export const scrollFindings = async (page: Page): Promise<string[]> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [];
};

/** With SCREENSHOTS set to a folder, a picture of the whole page is kept there. */
export const keepPicture = async ({ page, name }: { page: Page; name: string }): Promise<void> => {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
};

/**
 * What holds on every screen in every state: no finding of axe, no sideways scrolling. Keeps a picture of it where one is wanted.
 * @returns the findings, empty when all is well
 */
export const inspectScreen = async ({ page, name }: { page: Page; name: string }): Promise<string[]> => {
  // From the top: what the fixed header half covers elsewhere is there for a scroll, and no small target.
  await page.evaluate(() => window.scrollTo(0, 0));
  const findings = [...(await axeFindings({ page })), ...(await scrollFindings(page))];
  await keepPicture({ page, name });
  return findings.map((finding) => `${name}: ${finding}`);
};
