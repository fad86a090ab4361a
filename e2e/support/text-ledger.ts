import type { Locator, Page } from 'playwright-core';
import { adminTexts, type Screen, type SpecText, specTexts, textPattern } from '../../web/src/testing/spec-texts.ts';

/**
 * Records which texts that the specification quotes for a screen were shown. A test file opens one ledger per screen, calls `see` where a text
 * must appear, and ends with a test that `unseen` is empty.
 */
export const openTextLedger = <Name extends Screen>(screen: Name) => {
  const seen = new Set<string>();
  const quoted: readonly string[] = { ...specTexts, ...adminTexts }[screen];
  return {
    /** Waits until the text is visible. @throws after the timeout */
    see: async (page: Page, text: SpecText<Name>): Promise<void> => {
      await page.getByText(textPattern(text)).filter({ visible: true }).first().waitFor();
      seen.add(text);
    },
    /** The same for the selected option of a `select` element. */
    seeChosen: async (field: Locator, text: SpecText<Name>): Promise<void> => {
      await field
        .page()
        .waitForFunction(
          ([element, wanted]) => element instanceof HTMLSelectElement && element.checkVisibility() && element.value === wanted,
          [await field.elementHandle(), text] as const,
        );
      seen.add(text);
    },
    unseen: (): string[] => quoted.filter((text) => !seen.has(text)),
  };
};
export type TextLedger<Name extends Screen> = ReturnType<typeof openTextLedger<Name>>;
