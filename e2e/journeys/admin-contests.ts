import { describe, expect, test } from '@jest/globals';
import { contestListSchema } from '@stagereel/contracts';
import { SIZES } from '../support/browser.ts';
import {
  addContestButton,
  type ContestDesk,
  confirmPublication,
  contestRow,
  expectToastAndClose,
  photoSwitch,
  publicationDialog,
  videoSwitch,
} from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import { coveredControls } from '../support/screen-rules.ts';
import { adminSizes } from '../support/sizes.ts';

const ADDED = { title: '追加しました', text: '新しい大会を追加しました' };
const UPDATED = { title: '更新しました', text: '大会の状態を更新しました' };
const DELETED = { title: '削除しました', text: '大会を削除しました' };

/** The list of contests. */
export const contestListJourneys = (desk: ContestDesk): void => {
  describe.each(adminSizes)('the list of contests on a %s', (size) => {
    test('when a contest is added, switched and deleted, then only its videos make it public, and nothing of it is left (admin 1.1, 1.5, 2.12, 2.17, 2.19, 2.20, 4.10, 4.11, 4.12, 5.11, 7.12, 7.15, 7.42, 8.7, 9.17)', async () => {
      const name = '第1回 春季大会';
      const { page, context, inspect, wrong } = await desk.open('/admin', { size });
      await addContestButton(page).click();
      await page.getByLabel('大会名').fill(name);
      await page.getByRole('button', { name: '追加する' }).click();
      await expectToastAndClose(page, ADDED);
      await contestRow(page, name).getByText('未定', { exact: true }).waitFor();

      const storedContest = async () => {
        const stored = await (await desk.elsewhere()).call({ path: '/api/contests', schema: contestListSchema });
        return stored.find((contest) => contest.name === name);
      };
      const readStates = async () => {
        const { videoPublished, photoPublished, sitePublicStatus } = (await storedContest()) ?? {};
        const shown = [await videoSwitch(page, name).isChecked(), await photoSwitch(page, name).isChecked()];
        expect(shown).toEqual([videoPublished, photoPublished]);
        return [videoPublished, photoPublished, sitePublicStatus];
      };
      const toggle = async (which: typeof videoSwitch) => {
        await which(page, name).click();
        await expectToastAndClose(page, UPDATED);
        return readStates();
      };
      expect(await readStates()).toEqual([false, false, 'private']);
      expect(await toggle(photoSwitch)).toEqual([false, true, 'private']);
      await desk.untilVisitorsSee((contests) => contests.length === 0);
      await videoSwitch(page, name).click();
      await publicationDialog(page).waitFor();
      await inspect('contests-publishing');
      await confirmPublication(page);
      await expectToastAndClose(page, UPDATED);
      expect(await readStates()).toEqual([true, true, 'public']);
      await desk.untilVisitorsSee((contests) => contests.map((contest) => contest.name).join() === name);
      await inspect('contests');
      // So low that the page scrolls.
      await page.setViewportSize({ width: SIZES[size].width, height: 480 });
      expect(await coveredControls(page)).toEqual([]);
      await page.setViewportSize(SIZES[size]);
      expect(await toggle(photoSwitch)).toEqual([true, false, 'public']);
      expect(await toggle(videoSwitch)).toEqual([false, false, 'private']);
      await desk.untilVisitorsSee((contests) => contests.length === 0);

      await page.getByRole('button', { name: `${name}を削除` }).click();
      const confirmDialog = page.getByRole('dialog', { name: '本当に削除しますか？' });
      await waitForFocus(confirmDialog.getByRole('button', { name: 'キャンセル' }));
      await inspect('contests-deleting');
      await confirmDialog.getByRole('button', { name: '削除する' }).click();
      await contestRow(page, name).waitFor({ state: 'detached' });
      await waitForFocus(page.getByRole('heading', { name: '大会管理' }));
      await expectToastAndClose(page, DELETED);
      expect(await storedContest()).toBeUndefined();
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
