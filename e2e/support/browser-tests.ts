import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { inspectScreen, openChromium, openWindow, type Size } from './browser.ts';
import { useShop } from './use-shop.ts';

/** Collects the problems of all screens that a test inspects. */
const createInspector = ({ page, prefix }: { page: Page; prefix: string }) => {
  const findings: string[] = [];
  return {
    findings,
    inspect: async (name: string): Promise<void> => void findings.push(...(await inspectScreen({ page, name: `${prefix}-${name}` }))),
  };
};

/** Runs one shop and one browser for all tests of a file. */
export const useShopAndBrowser = (options: Parameters<typeof useShop>[0] = {}) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  }, 60_000);
  const stack = useShop(options);
  return {
    stack,
    /** Opens a separate window for a visitor, with an inspector that collects problems found by axe and by the page. */
    open: async (size: Size = 'phone') => {
      if (!browser) throw new Error('The browser is not running');
      const window = await openWindow({ browser, gateway: stack().info.gateway, size });
      const { inspect, findings } = createInspector({ page: window.page, prefix: size });
      return {
        ...window,
        inspect,
        /** All problems so far. Each test ends with the expectation that there are none. */
        wrong: (): string[] => [...findings, ...window.problems],
      };
    },
  };
};
export type ShopAndBrowser = ReturnType<typeof useShopAndBrowser>;
export type Window = Awaited<ReturnType<ShopAndBrowser['open']>>;
