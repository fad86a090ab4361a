import type { Page } from 'playwright-core';

/** Cuts the next loads of the demo's sample film, as a lost connection does. `broken` tells how many there were. */
export const breakFilm = async (page: Page, times: number): Promise<{ broken: () => number }> => {
  let broken = 0;
  await page.route('**/media/*.mp4', (route) => {
    if (broken >= times) return route.continue();
    broken += 1;
    return route.abort('connectionreset');
  });
  return { broken: () => broken };
};
