import type { Page } from 'playwright-core';

/** Delays every request that matches, like a slow network. Returns a function that releases them and all later ones. */
export const holdBack = async (page: Page, url: string): Promise<() => Promise<void>> => {
  const waiting: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route(url, async (route) => {
    if (isOpen) await route.continue();
    else waiting.push(() => route.continue());
  });
  return async () => {
    isOpen = true;
    // The route is kept: Playwright reports nothing about a request whose route is removed while it is pending.
    await Promise.all(waiting.map((letThrough) => letThrough()));
  };
};
