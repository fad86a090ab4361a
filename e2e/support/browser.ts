import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { patience } from './poll.ts';

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

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const installed = (): string => (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');

/**
 * Starts the browser at `CHROMIUM_PATH`, or the system's headless shell of Chromium, or Chromium itself. The shell draws the same pages; a new
 * window needs a quarter of the CPU time.
 */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? installed(), args: FLAGS });

/** Collects problems that a page must never have: console errors, uncaught exceptions, violations of the CSP. */
export const watchProblems = (page: Page): string[] => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    // The browser reports every response outside 2xx, but screens expect and handle such responses.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`);
  });
  return problems;
};

/** Opens a browser window with its own session, in Japanese. */
export const openWindow = async ({ browser, gateway, size }: { browser: Browser; gateway: string; size: Size }) => {
  const context: BrowserContext = await browser.newContext({
    baseURL: gateway,
    viewport: SIZES[size],
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    // As in a customer's browser, where a click may always copy. The headless shell asks for it and nobody answers.
    permissions: ['clipboard-write'],
    ...(size === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  });
  context.setDefaultTimeout(patience(30_000));
  const page = await context.newPage();
  return { context, page, problems: watchProblems(page) };
};

const SCREENSHOTS = process.env['SCREENSHOTS'];
/** Minified, because it is sent to the browser and parsed for every document. */
const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Violations of WCAG 2.2 AA and of axe's best practices; `rules` restricts the check to the named rules. Only violations are requested, because
 * the rest of axe's report takes longer than the check itself.
 */
export const axeFindings = async ({ page, rules = [] }: { page: Page; rules?: readonly string[] }): Promise<string[]> => {
  // Only the main frame is checked; the shop has no other.
  if (page.frames().length > 1) throw new Error('axe checks the main frame only, and this page has more');
  await page.evaluate(() => document.fonts.ready);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  const runOnly = rules.length > 0 ? { type: 'rule' as const, values: [...rules] } : { type: 'tag' as const, values: WCAG_TAGS };
  const options: RunOptions = { runOnly, resultTypes: ['violations'] };
  const violations = await page.evaluate(async (given) => {
    const { axe: loaded } = window as unknown as { axe: typeof axe };
    const found = await loaded.run(document, given);
    return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
  }, options);
  return violations.map(({ id, targets }) => `${id} at ${targets.join(', ')}`);
};

/** A page must not be wider than its window. */
export const scrollFindings = async (page: Page): Promise<string[]> => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return overflow > 0 ? [`scrolls sideways by ${overflow} px`] : [];
};

/** Saves a screenshot of the whole page in the folder that SCREENSHOTS names, if it is set. */
export const keepPicture = async ({ page, name }: { page: Page; name: string }): Promise<void> => {
  if (!SCREENSHOTS) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
};

/**
 * A dialog gets its name once its title is rendered. One without a name is left to axe, which reports it. Not a string of code: the page's policy refuses
 * to evaluate it a second time.
 */
const waitForDialogNames = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('[role=dialog]')].every(
          (dialog) => dialog.ariaLabel || document.getElementById(dialog.getAttribute('aria-labelledby') ?? ''),
        ),
      undefined,
      { timeout: 5000 },
    )
    .catch(() => undefined);

/** Checks the rules for every screen in every state: no violations, no horizontal scrolling. Returns the findings. */
export const inspectScreen = async ({ page, name }: { page: Page; name: string }): Promise<string[]> => {
  // From the top: elsewhere the fixed header may cover a part of a button, which axe reports as a small target.
  await page.evaluate(() => window.scrollTo(0, 0));
  await waitForDialogNames(page);
  const findings = [...(await axeFindings({ page })), ...(await scrollFindings(page))];
  await keepPicture({ page, name });
  return findings.map((finding) => `${name}: ${finding}`);
};
