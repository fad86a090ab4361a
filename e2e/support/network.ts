import type { Page } from 'playwright-core';

/** Holds back every request that fits, as a slow network does. Answers how to let them through. */
export const holdBack = async (page: Page, url: string): Promise<() => Promise<void>> => {
  const waiting: (() => Promise<void>)[] = [];
  await page.route(url, (route) => void waiting.push(() => route.continue()));
  return async () => {
    await Promise.all(waiting.map((letThrough) => letThrough()));
    await page.unroute(url);
  };
};
