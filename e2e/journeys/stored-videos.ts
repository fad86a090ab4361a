import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import type { ShopAndBrowser } from '../support/browser-tests.ts';
import type { HeldFfmpeg } from '../support/held-ffmpeg.ts';
import { encodeVideo } from '../support/media-files.ts';
import type { OrderDesk } from '../support/order-desk.ts';
import { customerSizes } from '../support/sizes.ts';

const PREPARING = 'プレビューを準備しています。できあがると、ここに表示されます。動画はプレビューを待たずにダウンロードできます。';

/** A video stored by the shop itself: the preview, then the download by one browser. */
export const storedVideoJourneys = ({ shop, desk, ffmpeg }: { shop: ShopAndBrowser; desk: OrderDesk; ffmpeg: HeldFfmpeg }): void => {
  afterEach(ffmpeg.letGo);

  describe.each(customerSizes)('a stored video with the %s screen size', (size) => {
    test('when it is delivered, then the preview is announced and later playable, the whole file is downloaded, and another browser is refused (customer 2.37)', async () => {
      const videoFile = await encodeVideo({ width: 360, height: 640, seconds: 2 });
      await ffmpeg.hold();
      const { pageId, line } = await desk.buyStored({ email: `stored-on-${size}@example.jp`, videoFile });
      const { page, context, inspect, wrong } = await shop.open(size);
      await page.goto(`/download/${pageId}`);
      const video = page.getByRole('main').getByRole('listitem').filter({ hasText: line.athleteNumber });
      await video.getByText(/^ファイルサイズ：/).waitFor();
      const preparing = video.getByText(PREPARING, { exact: true });
      await preparing.waitFor();
      const play = video.getByRole('button', { name: `${line.athleteNumber} ${line.style}のプレビューを再生` });
      const download = video.getByRole('button', { name: 'ダウンロード', exact: true });
      expect([await play.count(), await download.isEnabled()]).toEqual([0, true]);
      await inspect('download-stored-preparing');

      // The preview is created now, and the page polls for it.
      await ffmpeg.letGo();
      await play.click({ timeout: 60_000 });
      expect(await preparing.count()).toBe(0);
      await video.locator('video').evaluate(
        (player: HTMLVideoElement) =>
          new Promise<void>((resolve) => {
            if (player.currentTime > 0) resolve();
            else player.addEventListener('timeupdate', () => player.currentTime > 0 && resolve());
          }),
      );
      await inspect('download-stored-preview');

      const [saved] = await Promise.all([page.waitForEvent('download'), download.click()]);
      expect(saved.suggestedFilename()).toBe(`${line.contestName}_${line.athleteNumber}_${line.style}.mp4`);
      expect((await readFile(await saved.path())).equals(videoFile)).toBe(true);
      await video.getByText('ダウンロード開始済み').waitFor();
      await inspect('download-stored-claimed');

      // Without its cookies, this is another browser for the shop.
      await context.clearCookies();
      await page.goto(saved.url());
      await page.getByText(errorCatalogue.DownloadClaimedElsewhere.message).waitFor();
      await inspect('download-stored-elsewhere');
      expect(wrong()).toEqual([]);
      await context.close();
    });
  });
};
