import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { DEMO_CUSTOMER } from '@stagereel/seed';
import type { ShopAndBrowser } from '../support/browser-tests.ts';

/** The owner of an address sees what is stored about it. */
export const personalDataJourneys = (shop: ShopAndBrowser): void => {
  test('when the owner of an address asks for its data, then the mailed link saves them in a file, once', async () => {
    const { mailbox } = shop.stack();
    const { page, inspect, wrong } = await shop.open('phone');
    await page.goto('/privacy');
    await page.getByRole('main').getByRole('link', { name: '個人情報の開示・消去' }).first().click();
    await page.getByLabel('メールアドレス').fill(DEMO_CUSTOMER.email);
    const except = await mailbox.idsOf(DEMO_CUSTOMER.email);
    await page.getByRole('button', { name: '開示を申し込む' }).click();
    await page.getByRole('heading', { level: 1, name: 'お申し込みを受け付けました' }).waitFor();
    await inspect('personal-data-requested');

    const { text } = await mailbox.waitFor({ to: DEMO_CUSTOMER.email, except });
    const link = /https?:\S+\/personal-data\?token=\S+/.exec(text)?.[0] ?? '';
    await page.goto(link);
    await page.getByRole('button', { name: 'ファイルを保存する' }).waitFor();
    await inspect('personal-data-link');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'ファイルを保存する' }).click()]);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain(DEMO_CUSTOMER.email);
    expect(file).toContain('第12回 関東フィットネス選手権');
    await page.getByRole('heading', { level: 1, name: 'ファイルを保存しました' }).waitFor();

    await page.goto(link);
    await page.getByText('このリンクは使えません。').waitFor();
    expect(wrong()).toEqual([]);
  });
};
