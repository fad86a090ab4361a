import { athleteListSchema } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import type { ContestDesk } from './contest-desk.ts';

/** The calls that change or delete one athlete. */
export const ATHLETE_CALLS = /\/athletes\/[\w-]+(\/permanent)?$/;

export const athleteRegion = (page: Page) => page.getByRole('region', { name: '選手の一覧' });
export const bibField = (page: Page, who: string) => page.getByLabel(`${who} の番号`, { exact: true });
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
/** The drawn background of an athlete's row. */
export const rowColor = (page: Page, who: string): Promise<string> =>
  bibField(page, who).evaluate((field) => getComputedStyle(field.closest('td') ?? field).backgroundColor);
export const deletedSwitch = (page: Page) => page.getByRole('switch', { name: '削除済みの選手も表示' });
export const countField = (page: Page) => page.getByLabel('追加する人数');

/** The bibs of the rendered rows, in list order. */
export const bibsOn = (page: Page): Promise<string[]> =>
  athleteRegion(page)
    .getByRole('textbox', { name: / の番号$/ })
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));

/** The stored athletes of a contest, including the deleted ones. */
export const storedAthletes = async (desk: ContestDesk, contestId: string) =>
  (await desk.elsewhere()).call({ path: `/api/contests/${contestId}/athletes?includeDeleted=true`, schema: athleteListSchema });
