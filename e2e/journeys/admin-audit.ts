import { expect, test } from '@jest/globals';
import { japaneseDay } from '@stagereel/contracts';
import type { Page } from 'playwright-core';
import { untilAudited } from '../support/audit.ts';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';

const DAY_MS = 24 * 60 * 60_000;

const search = (page: Page) => page.getByRole('textbox', { name: '監査ログを検索' });
const shownCount = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true });
const entries = (page: Page) => page.getByRole('list', { name: '監査ログの記録' }).getByRole('article');
const emptyMessage = (page: Page) => page.getByText('条件に合う記録はありません');

/** The audit log of admin actions. */
export const adminAuditJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  test('when the log is filtered by text, action and day, then it shows who changed what on that day (admin 2.59)', async () => {
    const admin = await office.elsewhere();
    const name = '監査杯（秋）';
    const { id } = await admin.createContest({ name });
    await admin.updateContest(id, { name: `${name}改` });
    const auditEntries = await untilAudited(admin, { q: name, count: 2 });
    const addedAt = String(auditEntries.at(-1)?.occurredAt);
    const { page, context, inspect, wrong } = await office.open('/admin/security', { size: 'phone' });
    await page.getByRole('tab', { name: '監査ログ' }).click();
    await entries(page).first().waitFor();
    await search(page).fill(`${name}改`);
    await shownCount(page, '1件を表示中').waitFor();
    const change = page.getByRole('article', { name: `大会の変更 ${name}改` });
    await change.getByText(shop.stack().info.admin.email).waitFor();
    expect(await change.getByRole('table', { name: '変更内容' }).locator('tbody tr').first().locator('th, td').allTextContents()).toEqual([
      '名前',
      name,
      `${name}改`,
    ]);
    await inspect('admin-audit');

    await search(page).fill(name);
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
    expect([await search(page).inputValue(), await page.getByLabel('開始日').inputValue()]).toEqual([name, today]);
    await page.getByLabel('開始日').fill('');
    await page.getByLabel('終了日').fill(japaneseDay(new Date(Date.parse(addedAt) - DAY_MS)));
    await emptyMessage(page).waitFor();
    await inspect('admin-audit-none');
    expect(wrong()).toEqual([]);
    await context.close();
  });
};
