import type { Locator, Page } from 'playwright-core';

export const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Waits until the target has the focus, even if it is rendered again as another element. @throws after the timeout */
export const waitForFocus = async (target: Locator): Promise<void> => {
  await target.and(target.page().locator(':focus')).waitFor({ state: 'attached' });
};

/** Presses Tab until the target has the focus. @throws when 120 presses do not reach it */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached by Tab`);
};

/** Types with an input method (IME), where Enter accepts the conversion. Browsers report that key with code 229. */
export const typeConverted = async (page: Page, { typed, converted }: { typed: string; converted: string }): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.imeSetComposition', { text: typed, selectionStart: typed.length, selectionEnd: typed.length });
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 });
  await devTools.send('Input.insertText', { text: converted });
  await devTools.detach();
};
