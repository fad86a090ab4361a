import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BackOffice } from '../support/back-office.ts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import { NOTHING_CHOSEN, openBulkDialog } from '../support/bulk-dialog.ts';
import { byLine, expectedTable } from '../support/bulk-expectation.ts';
import { planBulkFolder, shuffled, WRONG_SIDE } from '../support/bulk-folder.ts';
import {
  deliveryMails,
  digest,
  fetchPage,
  filmsBySide,
  mailedPage,
  type PlacedOrder,
  placeBulkOrder,
  stockBulkContests,
} from '../support/bulk-shop.ts';
import { writeFiles } from '../support/media-files.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';

/** What somebody must look at stands first. */
const URGENCY = ['候補が複数', '要確認', '動画なし', '確実'];

/** Counts the uploads that a window begins, and the orders that it delivers. */
const watchSending = (page: Page) => {
  const sent = { uploads: 0, deliveries: 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/chunked-init')) sent.uploads += 1;
    if (pathname.endsWith('/deliver')) sent.deliveries += 1;
  });
  return sent;
};

/** A season's work in one folder, with all that people get wrong in it. */
export const bulkDeliveryJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe('three hundred videos of thirteen orders', () => {
    const { orders: planned, films } = planBulkFolder();
    let orders: readonly PlacedOrder[];
    let bytesOf: (path: string) => Buffer;
    let files: Awaited<ReturnType<typeof writeFiles>>;
    beforeAll(async () => {
      const stack = shop.stack();
      const contestIds = await stockBulkContests(await office.elsewhere(), planned);
      orders = await Promise.all(
        planned.map((order, index) => placeBulkOrder({ stack, contestIds, order, email: `three-hundred-${index}@example.jp` })),
      );
      const filmOf = await filmsBySide();
      bytesOf = (path) => filmOf(films.get(path)!);
      files = await writeFiles(Object.fromEntries([...films.keys()].map((path) => [path, bytesOf(path)])));
    }, 180_000);
    afterAll(() => files?.remove());

    const of = (fate: PlacedOrder['fate']): readonly PlacedOrder[] => orders.filter((order) => order.fate === fate);

    test('when they are dropped in any order, only what is sure or settled goes out, each to whom it belongs, and a second time nothing', async () => {
      expect([films.size, orders.flatMap(({ lineIds }) => lineIds).length]).toEqual([300, 285]);
      const { page, context, wrong } = await office.open('/admin?tab=orders');
      const sent = watchSending(page);
      const { dialog, drop, confirm, choose, review, drawnAround } = await openBulkDialog(page);
      const names = await readdir(files.pathOf('.'));
      const dropAll = (seed: number) => drop(shuffled(names, seed).map((name) => files.pathOf(name)));
      /** Every line of these orders says what it must, in the order in which they are to be looked at; what others wait for is not there. */
      const expectTable = async (waiting: readonly PlacedOrder[]) => {
        const { lines, surplus } = await review();
        const ranks = lines.map(({ state }) => URGENCY.indexOf(state));
        expect(ranks).toEqual(ranks.toSorted());
        const ids = new Set(waiting.flatMap(({ lineIds }) => lineIds));
        const sorted = lines.map((line) => ({ ...line, offered: line.offered.toSorted() })).sort(byLine);
        expect({ lines: sorted.filter(({ lineId }) => ids.has(lineId)), surplus }).toEqual(expectedTable({ waiting, paths: films.keys() }));
        const others = sorted.filter(({ lineId }) => !ids.has(lineId));
        expect(others.map(({ state, chosen }) => [state, chosen])).toEqual(others.map(() => ['動画なし', NOTHING_CHOSEN]));
        return { counts: URGENCY.map((_, rank) => ranks.filter((one) => one === rank).length - (rank === 2 ? others.length : 0)), surplus };
      };

      await dropAll(1);
      await confirm(4).waitFor({ timeout: 60_000 });
      // However many lines and files there are, the page stays small.
      const [fileless] = orders.flatMap(({ lines, lineIds }) => lineIds.filter((_, index) => lines[index]?.files.length === 0));
      const around = await drawnAround(fileless ?? '');
      expect([around.listed, around.lines < 60]).toEqual([1, true]);
      const { counts, surplus } = await expectTable(orders);
      expect([...counts, surplus.length]).toEqual([11, 12, 10, 252, 30]);

      for (const { lines, lineIds } of orders) {
        for (const [index, { isSettled, file }] of lines.entries()) if (isSettled && file) await choose(lineIds[index] ?? '', file);
      }
      await confirm(5).waitFor();
      const incomplete = await dialog.getByText('動画がそろっていないため、次の注文は今回は納品されません：').textContent();
      expect(incomplete?.split('：')[1]?.split('、').sort()).toEqual(
        of('incomplete')
          .map(({ orderNumber }) => orderNumber)
          .sort(),
      );
      // A video that lies the wrong way says so as soon as it is chosen.
      const lying = of('incomplete').flatMap(({ lines, lineIds }) => lines.map((line, index) => ({ line, lineId: lineIds[index] ?? '' })));
      for (const { line, lineId } of lying.filter(({ line: { liesWrong } }) => liesWrong)) {
        await choose(lineId, line.files[0] ?? '');
        await dialog.getByText(WRONG_SIDE[line.video.style]).waitFor();
        await choose(lineId, NOTHING_CHOSEN);
      }

      await confirm(5).click();
      // It goes on while its admin looks at something else.
      await dialog.getByRole('button', { name: '中止' }).waitFor();
      await dialog.getByRole('button', { name: '閉じる' }).click();
      await page.getByRole('tab', { name: '大会管理' }).click();
      await page.getByRole('heading', { name: '動画注文一覧' }).waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '動画注文一覧' }).click();
      await page.getByRole('button', { name: /^一括納品中 \d+%$/ }).click();
      await dialog.getByRole('progressbar', { name: '一括納品の進み具合' }).waitFor();
      const told = dialog.getByRole('status').filter({ hasText: '件の注文を納品しました。' });
      await told.waitFor({ timeout: 240_000 });
      expect([await told.textContent(), await dialog.getByRole('region', { name: /^注文番号 \d+ の確認$/ }).count()]).toEqual([
        '4件の注文を納品しました。',
        0,
      ]);
      const [refused] = of('refused');
      const failed = dialog.getByRole('alert').filter({ hasText: '1件の注文は納品できませんでした' });
      expect(await failed.getByRole('listitem').allTextContents()).toEqual([
        `${refused?.orderNumber}：${refused?.lineIds[1]} の動画と内容が同じです。ファイルを確認してください。`,
      ]);
      // Nothing of an order that stays was sent.
      const first = { uploads: of('goes out').flatMap(({ lineIds }) => lineIds).length, deliveries: of('goes out').length };
      expect(sent).toEqual(first);
      for (const order of of('goes out')) {
        const arrived = await fetchPage(shop.stack(), await mailedPage(shop.stack(), order));
        const meant = order.lines.map(({ file }, index) => [order.lineIds[index], file && digest(bytesOf(file))]);
        expect(Object.fromEntries(arrived)).toEqual(Object.fromEntries(meant));
      }

      await dropAll(2);
      await confirm(1).waitFor({ timeout: 60_000 });
      const staying = orders.filter(({ fate }) => fate !== 'goes out');
      await expectTable(staying);
      await confirm(1).click();
      await dialog.getByText('0件の注文を納品しました。').waitFor({ timeout: 60_000 });
      expect(sent).toEqual(first);

      const admin = await office.elsewhere();
      const kept = (await admin.orders()).filter(({ id }) => staying.some(({ lineIds }) => lineIds.includes(id)));
      expect(kept.map(({ status, videoDownloadUrl }) => [status, videoDownloadUrl])).toEqual(
        staying.flatMap(({ lineIds }) => lineIds.map(() => ['未対応', null])),
      );
      // What was to be mailed until now is out once a later mail is.
      for (const order of of('refused')) {
        await admin.deliver(order.orderNumber, Object.fromEntries(order.lineIds.map((id) => [id, `${VIDEO_SITE}/${id}`])));
        await mailedPage(shop.stack(), order);
      }
      const mails = await Promise.all(orders.map(async (order) => (await deliveryMails(shop.stack(), order)).length));
      expect(mails).toEqual(orders.map(({ fate }) => (fate === 'incomplete' ? 0 : 1)));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 300_000);
  });
};
