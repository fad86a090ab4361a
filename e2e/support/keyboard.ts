import type { Locator, Page } from 'playwright-core';

export const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Waits until the target has the focus; it may be drawn anew meanwhile, as another element. @throws when it does not get it in time */
export const waitForFocus = async (target: Locator): Promise<void> => {
  await target.and(target.page().locator(':focus')).waitFor({ state: 'attached' });
};

/** Presses Tab until the target has the focus, as somebody without a mouse does. @throws when it is not reached */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached by keyboard`);
};

/** Types by an input method: what is typed stands there unconverted, and Enter takes the conversion – as browsers report that key, code 229. */
export const typeConverted = async (page: Page, { typed, converted }: { typed: string; converted: string }): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.imeSetComposition', { text: typed, selectionStart: typed.length, selectionEnd: typed.length });
  await devTools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 });
  await devTools.send('Input.insertText', { text: converted });
  await devTools.detach();
};
