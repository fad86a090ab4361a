import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { writeFiles } from '../support/media-files.ts';
import { digest, encodeWeekend, inParallel, type PlacedOrder, planWeekend, receiveOrder, sellWeekend } from '../support/weekend.ts';

/** Counts the clicks that the page receives from a person, and the deliveries that it sends. */
const countActions = async (page: Page) => {
  let clicks = 0;
  let deliveries = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    const countClick = Reflect.get(window, 'countClick') as () => void;
    document.addEventListener('click', ({ isTrusted }) => isTrusted && countClick(), { capture: true });
  });
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/deliver')) deliveries += 1;
  });
  return { clicks: () => clicks, deliveries: () => deliveries };
};

/** The files of a contest weekend, named by several people, delivered from one folder. `count`: of the videos. */
export const bulkDeliveryJourneys = (shop: ShopAndBrowser, office: BackOffice, { count }: { count: number }): void => {
  describe(`bulk delivery of the ${count} videos of a weekend`, () => {
    const videos = planWeekend(count);
    let orders: readonly PlacedOrder[];
    let bytes: ReadonlyMap<string, Buffer>;
    let files: Awaited<ReturnType<typeof writeFiles>>;
    beforeAll(async () => {
      bytes = await encodeWeekend(videos);
      files = await writeFiles(Object.fromEntries([...bytes].map(([path, content]) => [`weekend/${path}`, content])));
      orders = await sellWeekend(shop.stack(), { admin: await office.elsewhere(), videos });
    }, 300_000);
    afterAll(() => files?.remove());

    test('when their names are usual ones, then at most 12 clicks deliver all of them, each to the customer who ordered it', async () => {
      const { page, context, inspect, wrong } = await office.open('/admin?tab=orders');
      const open = page.getByRole('button', { name: '一括納品' });
      await open.waitFor({ timeout: 60_000 });
      const actions = await countActions(page);
      await open.click();
      const dialog = page.getByRole('dialog', { name: '一括納品' });
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'フォルダを選ぶ' }).click(),
      ]);
      await chooser.setFiles(files.pathOf('weekend'));

      // The button that sends is always visible, also below 300 files.
      const send = dialog.getByRole('button', { name: /件の注文を納品してメールを送信$/ });
      await dialog.getByText('選択した動画の向きと長さを確認しています。').waitFor({ state: 'detached', timeout: 120_000 });
      expect(await send.evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
      await inspect('bulk-review');

      // The files with a word that nobody knows are one group.
      const heading = dialog.getByRole('rowheader').filter({ hasText: 'タロウ撮影' });
      await heading.getByRole('button', { name: /件をまとめて承認$/ }).click();
      // Of the files with two numbers, one decision is proposed for the others.
      const twoNumbers = videos.find(({ path }) => /\/\d-\d+_縦\.mp4$/u.test(path));
      if (!twoNumbers) throw new Error('No file has two numbers');
      const row = dialog.getByRole('row').filter({ hasText: twoNumbers.path });
      await row.getByRole('button', { name: new RegExp(`^${twoNumbers.bib}\\s.*${twoNumbers.style}`, 'u') }).click();
      const proposal = dialog.getByRole('button', { name: /件も同じように割り当てる$/ });
      await proposal.click();
      await inspect('bulk-ready');
      await dialog.getByRole('button', { name: `${orders.length}件の注文を納品してメールを送信` }).click();
      await dialog.getByText(`${orders.length}件の注文を納品しました。`).waitFor({ timeout: count * 2_000 });
      await inspect('bulk-delivered');
      expect(actions.clicks()).toBeLessThanOrEqual(12);
      expect(actions.deliveries()).toBe(orders.length);

      const received = await inParallel(orders, (order) => receiveOrder(shop.stack(), order));
      const expected = orders.map(({ pathOfLine }) =>
        [...pathOfLine].map(([lineId, path]) => [lineId, digest(bytes.get(path) ?? Buffer.alloc(0))] as const),
      );
      expect(received.map((digests) => Object.fromEntries(digests))).toEqual(expected.map((digests) => Object.fromEntries(digests)));
      expect(new Set(received.flatMap((digests) => [...digests.values()])).size).toBe(count);
      expect(wrong()).toEqual([]);
      await context.close();
    }, 900_000);
  });
};
