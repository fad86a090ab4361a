import { expect, test } from '@jest/globals';
import { auditPageSchema, japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { untilAudited } from '../support/audit.ts';
import { type BackOffice, retry } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { tabTo } from '../support/keyboard.ts';
import { until } from '../support/poll.ts';

const AUDIT = '/admin/security?tab=audit';
const DAY_MS = 24 * 60 * 60_000;
/** More entries than one page, which holds 50. */
const MANY = 52;

const search = (page: Page) => page.getByRole('textbox', { name: '監査ログを検索' });
const shownCount = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const entries = (page: Page) => page.getByRole('list', { name: '監査ログの記録' }).getByRole('article');
const emptyMessage = (page: Page) => page.getByText('条件に合う記録はありません');

/** The audit log of admin actions. */
export const adminAuditJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test.each(['phone', 'desk'] as const)(
    'when the log is filtered by text, action and day, then it shows who changed what on that day, on a %s',
    async (size) => {
      const admin = await office.elsewhere();
      const name = `監査杯（${size}）`;
      const { id } = await admin.createContest({ name });
      await admin.updateContest(id, { name: `${name}改` });
      const auditEntries = await untilAudited(admin, { q: name, count: 2 });
      const addedAt = String(auditEntries.at(-1)?.occurredAt);
      const { page, context, inspect, wrong } = await office.open('/admin/security', { size });
      await page.getByRole('tab', { name: '監査ログ' }).click();
      await entries(page).first().waitFor();
      await search(page).fill(`監査杯（${size}）改`);
      await shownCount(page, '1件を表示中').waitFor();
      const change = page.getByRole('article', { name: `大会の変更 ${name}改` });
      await change.getByText(shop.stack().info.admin.email).waitFor();
      expect(await change.getByRole('table', { name: '変更内容' }).locator('tbody tr').first().locator('th, td').allTextContents()).toEqual(
        ['名前', name, `${name}改`],
      );
      await inspect('admin-audit');

      await search(page).fill(`監査杯（${size}）`);
      await shownCount(page, '2件を表示中').waitFor();
      await page.getByLabel('操作', { exact: true }).selectOption('大会の追加');
      await shownCount(page, '1件を表示中').waitFor();
      await page.getByRole('article', { name: `大会の追加 ${name}` }).waitFor();
      const today = japaneseDay(addedAt);
      await page.getByLabel('開始日').fill(today);
      await page.getByLabel('終了日').fill(today);
      await page.waitForURL((url) => url.searchParams.get('to') === today);
      await page.reload();
      await shownCount(page, '1件を表示中').waitFor();
      expect([await search(page).inputValue(), await page.getByLabel('開始日').inputValue()]).toEqual([`監査杯（${size}）`, today]);
      await page.getByLabel('開始日').fill('');
      await page.getByLabel('終了日').fill(japaneseDay(new Date(Date.parse(addedAt) - DAY_MS)));
      await emptyMessage(page).waitFor();
      await inspect('admin-audit-none');
      expect(wrong()).toEqual([]);
      await context.close();
    },
    120_000,
  );

  test('when the log has more than one page, then the rest can be loaded by keyboard only, and a failed request can be repeated', async () => {
    const admin = await office.elsewhere();
    await Promise.all(Array.from({ length: MANY }, (_, index) => admin.createContest({ name: `連続大会 ${index}` })));
    // The audit log is filled by events, so the entries appear with a delay.
    const path = `/api/admin/audit?q=${encodeURIComponent('連続大会')}`;
    const isComplete = async (): Promise<boolean> => {
      const { nextCursor } = await admin.call({ path, answer: auditPageSchema });
      if (nextCursor === null) return false;
      const rest = await admin.call({ path: `${path}&cursor=${encodeURIComponent(nextCursor)}`, answer: auditPageSchema });
      return rest.entries.length === MANY - 50;
    };
    await until({ what: `the ${MANY} entries of the audit log`, find: isComplete, timeoutMs: 60_000 });
    const { page, context, inspect, wrong } = await office.open(`${AUDIT}&q=${encodeURIComponent('連続大会')}`);
    await shownCount(page, '50件を表示中（続きがあります）').waitFor();
    await context.setOffline(true);
    await tabTo(page, page.getByRole('button', { name: 'さらに読み込む' }));
    await page.keyboard.press('Enter');
    await page.getByText('セキュリティ情報を取得できませんでした').waitFor();
    await inspect('admin-audit-failed');
    await context.setOffline(false);
    await tabTo(page, retry(page, 'セキュリティ情報を取得できませんでした'));
    await page.keyboard.press('Enter');
    await shownCount(page, `${MANY}件を表示中`).waitFor();
    expect(await page.getByRole('button', { name: 'さらに読み込む' }).count()).toBe(0);
    expect(wrong()).toEqual([]);
    await context.close();
  }, 120_000);
};
