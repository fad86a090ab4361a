import type { Page } from 'playwright-core';

/** Holds back every request that fits, as a slow network does. Answers how to let them through, and those that come meanwhile. */
export const holdBack = async (page: Page, url: string): Promise<() => Promise<void>> => {
  const waiting: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route(url, async (route) => {
    if (isOpen) await route.continue();
    else waiting.push(() => route.continue());
  });
  return async () => {
    isOpen = true;
    // The route stays: a request that is on its way while its route goes is sent, but nobody hears of it.
    await Promise.all(waiting.map((letThrough) => letThrough()));
  };
};
