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
  mailedPage,
  type PlacedOrder,
  placeBulkOrder,
  stockBulkContests,
  videosByStyle,
} from '../support/bulk-shop.ts';
import { writeFiles } from '../support/media-files.ts';
import { VIDEO_SITE } from '../support/order-desk.ts';

/** The states in the order of the review: those that need a decision come first. */
const URGENCY = ['候補が複数', '要確認', '動画なし', '確実'];

/** Counts the uploads that the page starts, and the orders that it delivers. */
const countRequests = (page: Page) => {
  const sent = { uploads: 0, deliveries: 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/chunked-init')) sent.uploads += 1;
    if (pathname.endsWith('/deliver')) sent.deliveries += 1;
  });
  return sent;
};

/** Bulk delivery of one large folder that contains the typical mistakes. */
export const bulkDeliveryJourneys = (shop: ShopAndBrowser, office: BackOffice): void => {
  describe('bulk delivery of 300 videos for 13 orders', () => {
    const { orders: planned, videos } = planBulkFolder();
    let orders: readonly PlacedOrder[];
    let bytesOf: (path: string) => Buffer;
    let files: Awaited<ReturnType<typeof writeFiles>>;
    beforeAll(async () => {
      const stack = shop.stack();
      const contestIds = await stockBulkContests(await office.elsewhere(), planned);
      orders = await Promise.all(
        planned.map((order, index) => placeBulkOrder({ stack, contestIds, order, email: `three-hundred-${index}@example.jp` })),
      );
      const videoFor = await videosByStyle();
      bytesOf = (path) => videoFor(videos.get(path)!);
      files = await writeFiles(Object.fromEntries([...videos.keys()].map((path) => [path, bytesOf(path)])));
    }, 180_000);
    afterAll(() => files?.remove());

    const ordersWithFate = (fate: PlacedOrder['fate']): readonly PlacedOrder[] => orders.filter((order) => order.fate === fate);

    test('when the files are dropped in any order, then only certain or chosen matches are delivered, each to its own order, and a second drop delivers nothing', async () => {
      expect([videos.size, orders.flatMap(({ lineIds }) => lineIds).length]).toEqual([300, 285]);
      const { page, context, wrong } = await office.open('/admin?tab=orders');
      const sent = countRequests(page);
      const { dialog, drop, confirm, choose, review, drawnAround } = await openBulkDialog(page);
      const names = await readdir(files.pathOf('.'));
      const dropAll = (seed: number) => drop(shuffled(names, seed).map((name) => files.pathOf(name)));
      /**
       * Checks that the lines are sorted by urgency, that each line of these orders has its expected state, and that the lines of other orders have
       * no video.
       */
      const expectTable = async (waiting: readonly PlacedOrder[]) => {
        const { lines, surplus } = await review();
        const ranks = lines.map(({ state }) => URGENCY.indexOf(state));
        expect(ranks).toEqual(ranks.toSorted());
        const ids = new Set(waiting.flatMap(({ lineIds }) => lineIds));
        const sorted = lines.map((line) => ({ ...line, offered: line.offered.toSorted() })).sort(byLine);
        expect({ lines: sorted.filter(({ lineId }) => ids.has(lineId)), surplus }).toEqual(
          expectedTable({ waiting, paths: videos.keys() }),
        );
        const others = sorted.filter(({ lineId }) => !ids.has(lineId));
        expect(others.map(({ state, chosen }) => [state, chosen])).toEqual(others.map(() => ['動画なし', NOTHING_CHOSEN]));
        return { counts: URGENCY.map((_, rank) => ranks.filter((one) => one === rank).length - (rank === 2 ? others.length : 0)), surplus };
      };

      await dropAll(1);
      await confirm(4).waitFor({ timeout: 60_000 });
      // The list is virtual: it renders fewer than 60 lines, however many there are.
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
        ordersWithFate('incomplete')
          .map(({ orderNumber }) => orderNumber)
          .sort(),
      );
      // When a video with the wrong orientation is chosen, then the warning appears at once.
      const incompleteLines = ordersWithFate('incomplete').flatMap(({ lines, lineIds }) =>
        lines.map((line, index) => ({ line, lineId: lineIds[index] ?? '' })),
      );
      for (const { line, lineId } of incompleteLines.filter(({ line: { hasWrongOrientation } }) => hasWrongOrientation)) {
        await choose(lineId, line.files[0] ?? '');
        await dialog.getByText(WRONG_SIDE[line.video.style]).waitFor();
        await choose(lineId, NOTHING_CHOSEN);
      }

      await confirm(5).click();
      // The delivery continues while the admin uses another tab.
      await dialog.getByRole('button', { name: '中止' }).waitFor();
      await dialog.getByRole('button', { name: '閉じる' }).click();
      await page.getByRole('tab', { name: '大会管理' }).click();
      await page.getByRole('heading', { name: '動画注文一覧' }).waitFor({ state: 'detached' });
      await page.getByRole('tab', { name: '動画注文一覧' }).click();
      await page.getByRole('button', { name: /^一括納品中 \d+%$/ }).click();
      await dialog.getByRole('progressbar', { name: '一括納品の進み具合' }).waitFor();
      const resultMessage = dialog.getByRole('status').filter({ hasText: '件の注文を納品しました。' });
      await resultMessage.waitFor({ timeout: 240_000 });
      expect([await resultMessage.textContent(), await dialog.getByRole('region', { name: /^注文番号 \d+ の確認$/ }).count()]).toEqual([
        '4件の注文を納品しました。',
        0,
      ]);
      const [refused] = ordersWithFate('refused');
      const failed = dialog.getByRole('alert').filter({ hasText: '1件の注文は納品できませんでした' });
      expect(await failed.getByRole('listitem').allTextContents()).toEqual([
        `${refused?.orderNumber}：${refused?.lineIds[1]} の動画と内容が同じです。ファイルを確認してください。`,
      ]);
      // No video of an undelivered order was uploaded.
      const sentByFirstRun = {
        uploads: ordersWithFate('goes out').flatMap(({ lineIds }) => lineIds).length,
        deliveries: ordersWithFate('goes out').length,
      };
      expect(sent).toEqual(sentByFirstRun);
      for (const order of ordersWithFate('goes out')) {
        const delivered = await fetchPage(shop.stack(), await mailedPage(shop.stack(), order));
        const expected = order.lines.map(({ file }, index) => [order.lineIds[index], file && digest(bytesOf(file))]);
        expect(Object.fromEntries(delivered)).toEqual(Object.fromEntries(expected));
      }

      await dropAll(2);
      await confirm(1).waitFor({ timeout: 60_000 });
      const undelivered = orders.filter(({ fate }) => fate !== 'goes out');
      await expectTable(undelivered);
      await confirm(1).click();
      await dialog.getByText('納品できた注文はありません。').waitFor({ timeout: 60_000 });
      expect(sent).toEqual(sentByFirstRun);

      const admin = await office.elsewhere();
      const undeliveredLines = (await admin.orders()).filter(({ id }) => undelivered.some(({ lineIds }) => lineIds.includes(id)));
      expect(undeliveredLines.map(({ status, videoDownloadUrl }) => [status, videoDownloadUrl])).toEqual(
        undelivered.flatMap(({ lineIds }) => lineIds.map(() => ['未対応', null])),
      );
      // Once a later mail has arrived, every earlier mail has been sent.
      for (const order of ordersWithFate('refused')) {
        await admin.deliver(order.orderNumber, Object.fromEntries(order.lineIds.map((id) => [id, `${VIDEO_SITE}/${id}`])));
        await mailedPage(shop.stack(), order);
      }
      const mailCounts = await Promise.all(orders.map(async (order) => (await deliveryMails(shop.stack(), order)).length));
      expect(mailCounts).toEqual(orders.map(({ fate }) => (fate === 'incomplete' ? 0 : 1)));
      expect(wrong()).toEqual([]);
      await context.close();
    }, 300_000);
  });
};
