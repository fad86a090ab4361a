import type { Page } from 'playwright-core';

/** The same timeout as for everything else in a window. */
const TIMEOUT_MS = 30_000;

/** Adds a timeout to a promise evaluated in a page, for which Playwright has none. @throws an error that names `what` */
const inTime = async <Found>({ what, coming }: { what: string; coming: Promise<Found> }): Promise<Found> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Timeout of ${TIMEOUT_MS} ms: ${what}`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([coming, timeout]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Starts to watch for a text that may disappear before a test can find it, such as a countdown. Returns a function that waits until an element
 * that matches the selector has shown the text. The watch ends when another page is loaded.
 */
export const watchFor = async (page: Page, { selector = 'body *', text }: { selector?: string; text: RegExp }) => {
  const watch = await page.evaluateHandle(
    ({ wanted, source }) => {
      const pattern = new RegExp(source, 'u');
      const isShown = (): boolean =>
        [...document.querySelectorAll(wanted)].some((element) => pattern.test(element.textContent ?? '') && element.checkVisibility());
      const seen = new Promise<void>((resolve) => {
        const look = () => {
          if (!isShown()) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      });
      return { seen };
    },
    { wanted: selector, source: text.source },
  );
  return (): Promise<void> => inTime({ what: `${text} in ${selector}`, coming: watch.evaluate(({ seen }) => seen) });
};
