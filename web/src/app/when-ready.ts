import type { AppParts } from './app.tsx';

/** Resolves when the code of the current page is loaded, or could not be loaded. */
export const whenReady = (router: AppParts['router']): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
