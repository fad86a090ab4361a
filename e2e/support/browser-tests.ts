import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { inspectScreen, openChromium, openWindow, type Size } from './browser.ts';
import { useShop } from './use-shop.ts';

/** Collects what is wrong with the screens a journey passes. */
const createInspector = ({ page, prefix }: { page: Page; prefix: string }) => {
  const findings: string[] = [];
  return {
    findings,
    inspect: async (name: string): Promise<void> => void findings.push(...(await inspectScreen({ page, name: `${prefix}-${name}` }))),
  };
};

/** One shop and one browser for the tests of a file; both are there from the first test on. */
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
    /** A visitor's own window, and an inspector that keeps what axe and the page itself find wrong. */
    open: async (size: Size = 'phone') => {
      if (!browser) throw new Error('the browser is not running');
      const window = await openWindow({ browser, gateway: stack().info.gateway, size });
      const { inspect, findings } = createInspector({ page: window.page, prefix: size });
      return {
        ...window,
        inspect,
        /** All that was wrong until now; a journey ends with an empty one. */
        wrong: (): string[] => [...findings, ...window.problems],
      };
    },
  };
};
export type ShopAndBrowser = ReturnType<typeof useShopAndBrowser>;
export type Window = Awaited<ReturnType<ShopAndBrowser['open']>>;
