import { screen, waitFor } from '@testing-library/react';
import { adminTexts, type Screen, type SpecText, specTexts, textPattern } from './spec-texts.ts';

/**
 * Records which of a screen's texts were shown: those that the specification quotes. A test file opens one ledger for each screen, calls `see` where a text
 * must appear, and ends with a test that `unseen` is empty.
 */
export const openTextLedger = <Name extends Screen>(name: Name) => {
  const seen = new Set<string>();
  const quoted: readonly string[] = { ...specTexts, ...adminTexts }[name];
  return {
    /** Waits until the text is in the page. @throws after the timeout */
    see: async (text: SpecText<Name>): Promise<void> => {
      await screen.findAllByText(textPattern(text));
      seen.add(text);
    },
    /** The same for the selected option of a `select` element. */
    seeChosen: async (field: HTMLElement, text: SpecText<Name>): Promise<void> => {
      await waitFor(() => {
        if (!(field instanceof HTMLSelectElement) || field.value !== text) throw new Error(`The selected option is not ${text}`);
      });
      seen.add(text);
    },
    unseen: (): string[] => quoted.filter((text) => !seen.has(text)),
  };
};
