import type { Locator, Page } from 'playwright-core';

export const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Waits until the target has the focus. @throws when it does not get it in time */
export const waitForFocus = async (target: Locator): Promise<void> => {
  await target.page().waitForFunction((element) => element === document.activeElement, await target.elementHandle());
};

/** Presses Tab until the target has the focus, as somebody without a mouse does. @throws when it is not reached */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by keyboard`);
};
