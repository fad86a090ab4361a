import type { Locator, Page } from 'playwright-core';
import { adminTexts, type Screen, type SpecText, specTexts } from './spec-texts.ts';

const patternOf = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('\\{N\\}', '\\d+'), 'u');

/**
 * Keeps account of which of a screen's quoted texts were seen on it. A test file opens one ledger a screen, calls `see` where the text is due,
 * and ends with a test that nothing is left in `unseen`.
 */
export const openTextLedger = <Name extends Screen>(screen: Name) => {
  const seen = new Set<string>();
  const quoted: readonly string[] = { ...specTexts, ...adminTexts }[screen];
  return {
    /** Waits until the text stands on the page for everybody to see. @throws when it does not come in time */
    see: async (page: Page, text: SpecText<Name>): Promise<void> => {
      await page.getByText(patternOf(text)).filter({ visible: true }).first().waitFor();
      seen.add(text);
    },
    /** The same for the word that is chosen in a list of a field's own. */
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
