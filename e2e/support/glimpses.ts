import type { Page } from 'playwright-core';

/** As long as a window waits for anything else. */
const PATIENCE_MS = 30_000;

/** What a page works out by itself has no time-out of its own. @throws naming what did not come in time */
export const inTime = async <Found>({ what, coming }: { what: string; coming: Promise<Found> }): Promise<Found> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not there within ${PATIENCE_MS} ms: ${what}`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Begins to watch for what may be gone again before a test gets to look for it: a countdown, the pause between two tries. Answers how to wait
 * until some element that fits the selector has shown a text that fits, since then. A page that is loaded afterwards is not watched.
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
