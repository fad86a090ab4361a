import type { Page } from 'playwright-core';

/** Aborts the next `times` loads of the demo's sample video, like a lost connection. `broken` returns the number of aborted loads. */
export const breakVideo = async (page: Page, times: number): Promise<{ broken: () => number }> => {
  let broken = 0;
  await page.route('**/media/*.mp4', (route) => {
    if (broken >= times) return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  return { broken: () => broken };
};
