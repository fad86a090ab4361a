import { describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import { networkMessages } from '../../web/src/lib/api-error.ts';
import { ATHLETE_CALLS, athleteRegion, athleteRow, deletedSwitch, inRow, storedAthletes } from '../support/athlete-desk.ts';
import { type ContestDesk, readToast } from '../support/contest-desk.ts';
import { waitForFocus } from '../support/keyboard.ts';
import type { TextLedger } from '../support/text-ledger.ts';

const ERROR = 'エラー';

/** Deletion, restoration and permanent deletion of an athlete. */
export const athleteDeletionJourneys = (desk: ContestDesk, ledger: TextLedger<'athletes'>): void => {
  describe('deleting an athlete', () => {
    test('when an athlete is deleted, then it is hidden and can be restored, and a permanent deletion requires a confirmation', async () => {
      const { id, path } = await desk.newContest({
        name: '第26回 選手の削除',
        categories: ['ビキニ'],
        athletes: [{ athleteNumber: '1', category: 'ビキニ' }],
      });
      const { page, context, inspect, wrong } = await desk.open(path);
      const { erase, restore, purge, bib } = inRow(page, '1');
      await erase.waitFor();
      await page.route(ATHLETE_CALLS, (route) => route.abort('connectionreset'));
      await erase.click();
      await ledger.see(page, '選手の削除に失敗しました。');
      await readToast(page, { title: ERROR, text: `選手の削除に失敗しました。${networkMessages.unreachable}` });
      await erase.waitFor();
      await page.unroute(ATHLETE_CALLS);

      await erase.click();
      await readToast(page, { title: '削除しました', text: '番号 1 の選手を削除しました。「削除済みの選手も表示」から元に戻せます。' });
      await page.getByText('選手はすべて削除済みです').waitFor();
      expect(await storedAthletes(desk, id)).toEqual([expect.objectContaining({ isDeleted: true })]);
      await deletedSwitch(page).click();
      await restore.waitFor();
      expect(await bib.isDisabled()).toBe(true);
      await page.waitForURL((url) => url.searchParams.get('deleted') === 'shown');
      await inspect('athlete-deleted');
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), restore.click()]);
      await erase.waitFor();
      await Promise.all([page.waitForResponse(ATHLETE_CALLS), erase.click()]);
      await restore.waitFor();

      // Another admin gives the number to a new athlete: the deleted one cannot be restored with the same number.
      const duplicate = await (await desk.elsewhere()).createAthlete(id, { athleteNumber: '1', category: 'ビキニ' });
      await restore.click();
      await page.getByText(`選手情報の更新に失敗しました。${errorCatalogue.AthleteNumberTaken.message}`).first().waitFor();
      await (await desk.elsewhere()).call({ method: 'DELETE', path: `/api/contests/${id}/athletes/${duplicate.id}` });
      await page.reload();
      const rowsWithNumber = athleteRow(page, '1');
      await rowsWithNumber.nth(1).waitFor();

      const confirmDialog = page.getByRole('dialog', { name: '完全に削除しますか？' });
      await purge.first().click();
      await confirmDialog
        .getByText('番号 1（ビキニ）の選手を完全に削除します。この操作は取り消せません。受け付け済みの注文は残ります。')
        .waitFor();
      await inspect('athlete-purging');
      await confirmDialog.getByRole('button', { name: 'キャンセル' }).click();
      await confirmDialog.waitFor({ state: 'detached' });
      await page.route(ATHLETE_CALLS, (route) => route.abort('connectionreset'));
      await purge.first().click();
      await confirmDialog.getByRole('button', { name: '完全に削除する' }).click();
      await ledger.see(page, '選手の完全削除に失敗しました。');
      await readToast(page, { title: ERROR, text: `選手の完全削除に失敗しました。${networkMessages.unreachable}` });
      expect(await rowsWithNumber.count()).toBe(2);
      await page.unroute(ATHLETE_CALLS);
      await purge.first().click();
      await confirmDialog.getByRole('button', { name: '完全に削除する' }).click();
      await waitForFocus(athleteRegion(page));
      await readToast(page, { title: '削除しました', text: '番号 1 の選手を完全に削除しました' });
      expect(await storedAthletes(desk, id)).toHaveLength(1);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 120_000);
  });
};
