import type { Locator, Page } from 'playwright-core';

/** Presses Tab until the target has the focus, as somebody without a mouse does. @throws when it is not reached */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by keyboard`);
};
