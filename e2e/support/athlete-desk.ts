import { athleteListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import type { ContestDesk } from './contest-desk.ts';

/** The calls that change or delete one athlete. */
export const ATHLETE_CALLS = /\/athletes\/[\w-]+(\/permanent)?$/;

export const athleteRegion = (page: Page) => page.getByRole('region', { name: '選手の一覧' });
export const bibField = (page: Page, who: string) => page.getByLabel(`${who} の番号`, { exact: true });
export const athleteRow = (page: Page, who: string) => page.getByRole('row').filter({ has: bibField(page, who) });
export const inRow = (page: Page, who: string) => ({
  bib: bibField(page, who),
  name: page.getByLabel(`${who} の選手名`, { exact: true }),
  category: page.getByLabel(`${who} のカテゴリ`, { exact: true }),
  video: page.getByLabel(`${who} の動画の販売状況`, { exact: true }),
  photo: page.getByLabel(`${who} の写真の販売状況`, { exact: true }),
  vertical: page.getByLabel(`${who} の縦動画の価格`, { exact: true }),
  horizontal: page.getByLabel(`${who} の横動画の価格`, { exact: true }),
  erase: page.getByRole('button', { name: `${who} を削除`, exact: true }),
  restore: page.getByRole('button', { name: `${who} を復元`, exact: true }),
  purge: page.getByRole('button', { name: `${who} を完全に削除`, exact: true }),
});
export const deletedSwitch = (page: Page) => page.getByRole('switch', { name: '削除済みの選手も表示' });
export const countField = (page: Page) => page.getByLabel('追加する人数');
export const addByCount = (page: Page) => page.getByRole('button', { name: '人数分を追加' });

/** The bibs of the rendered rows, in list order. */
export const bibsOn = (page: Page): Promise<string[]> =>
  athleteRegion(page)
    .getByRole('textbox', { name: / の番号$/ })
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));

/** The stored athletes of a contest, including the deleted ones. */
export const storedAthletes = async (desk: ContestDesk, contestId: string) =>
  (await desk.elsewhere()).call({ path: `/api/contests/${contestId}/athletes?includeDeleted=true`, answer: athleteListSchema });

/**
 * `markedFor`: milliseconds from the response to a change until its row is no longer marked. `late`: milliseconds by which a timer of the same
 * length was late, because a busy page delays every timer.
 */
export const nextHighlight = (page: Page): Promise<{ markedFor: number; late: number }> =>
  page.evaluate(
    () =>
      new Promise<{ markedFor: number; late: number }>((resolve) => {
        let timer: Promise<number> | undefined;
        const startTimer = () => {
          const start = performance.now();
          timer = new Promise((fire) => setTimeout(() => fire(performance.now() - start - 2_000), 2_000));
        };
        const observer = new MutationObserver(() => {
          const isMarked = document.querySelector('tr[data-saved]') !== null;
          if (isMarked && !timer) startTimer();
          if (isMarked || !timer) return;
          observer.disconnect();
          const responses = performance.getEntriesByType('resource').filter(({ name }) => /\/athletes\/[\w-]+$/.test(name));
          const markedFor = performance.now() - Number(responses.at(-1)?.toJSON().responseEnd);
          void timer.then((late) => resolve({ markedFor, late }));
        });
        observer.observe(document.body, { attributes: true, attributeFilter: ['data-saved'], childList: true, subtree: true });
      }),
  );

/** Milliseconds from the last input in any field until the next request that changes an athlete. */
export const pauseBeforeChange = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let typedAt = 0;
        // In the capture phase, before the page's own handlers: their work counts as part of the pause.
        const recordInput = (): void => {
          typedAt = performance.now();
        };
        document.addEventListener('input', recordInput, { capture: true });
        const observer = new PerformanceObserver((list) => {
          const sent = list
            .getEntriesByType('resource')
            .find(({ name, startTime }) => /\/athletes\/[\w-]+$/.test(name) && startTime > typedAt);
          if (!sent || typedAt === 0) return;
          observer.disconnect();
          resolve(sent.startTime - typedAt);
        });
        observer.observe({ type: 'resource' });
      }),
  );
