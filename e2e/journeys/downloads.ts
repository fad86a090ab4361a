import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { errorCatalogue, orderDeliverySubject } from '@stagereel/contracts';
import { ShopError } from '@stagereel/shop-client';
import { fillBasket } from '../support/basket.ts';
import { type ClaimedVideo, openDownloads } from '../support/downloads.ts';
import { openOrderDesk, VIDEO_SITE } from '../support/order-desk.ts';
import type { TestStack } from '../support/test-stack.ts';

/** `ranges`: how many parts one program requests of a file; a divisor of 500,000 that 7 does not divide. */
export const downloadJourneys = (stack: () => TestStack, { ranges }: { ranges: number }): void => {
  const MIB = 1024 * 1024;
  const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
  /** An MP4 by its first bytes, of content that never repeats. */
  const randomVideo = (bytes: number): Buffer => Buffer.concat([MP4_HEAD, randomBytes(bytes - MP4_HEAD.length)]);
  const videoFile = randomVideo(7 * MIB);
  const smallVideo = randomVideo(500_000);

  const desk = openOrderDesk({ stack });
  const { request, claimed } = openDownloads({ stack, desk });

  const refusedBy = (bytes: Buffer): string => JSON.parse(bytes.toString('utf8')).code;

  /** Takes what can still be had, in large parts and in small ones. */
  const drain = async (video: ClaimedVideo, size: number): Promise<void> => {
    for (const step of [size, Math.ceil(size / 8), Math.ceil(size / 64)]) {
      for (let from = 0; from < size; from += step) {
        if ((await video.get({ range: `bytes=${from}-${from + step - 1}` })).status === 410) break;
      }
    }
  };

  describe('a customer who downloads a video stored in the shop', () => {
    test('when the connection is cut at 1, 50 and 99 %, then the download resumes and completes, under a Japanese file name', async () => {
      const video = await claimed(videoFile);
      const { line, pageId, browser } = video;
      expect((await browser.downloadPage(pageId)).orders).toMatchObject([{ state: 'claimed-here', size: videoFile.length }]);
      const head = await video.get({ method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), head.headers.get('x-accel-buffering')]).toEqual([
        200,
        String(videoFile.length),
        'no',
      ]);
      const name = `${line.contestName}_${line.athleteNumber}_${line.style}.mp4`;
      expect(decodeURIComponent(head.headers.get('content-disposition') ?? '')).toContain(name);

      let file = Buffer.alloc(0);
      for (const share of [0.01, 0.5, 0.99]) {
        const stopAfter = Math.ceil(share * videoFile.length) - file.length;
        const got = await video.get(file.length > 0 ? { range: `bytes=${file.length}-`, stopAfter } : { stopAfter });
        expect(got.status).toBe(file.length > 0 ? 206 : 200);
        file = Buffer.concat([file, got.bytes]);
        // Half of them press the button again, half go on at the address they know.
        if (share === 0.5) await video.claimAgain();
      }
      expect((await video.complete(file)).equals(videoFile)).toBe(true);
    });

    test('when a program loads eight parts in parallel, then the parts form the file', async () => {
      const video = await claimed(videoFile);
      const part = Math.ceil(videoFile.length / 8);
      const ranges = Array.from({ length: 8 }, (_, index) => `bytes=${index * part}-${(index + 1) * part - 1}`);
      const parts = await Promise.all(ranges.map((range) => video.get({ range })));
      expect(parts.map(({ status }) => status)).toEqual(Array(8).fill(206));
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(videoFile)).toBe(true);
    });

    test(`when a program requests ${ranges} ranges in random order, then the parts form the file`, async () => {
      const video = await claimed(smallVideo);
      const size = smallVideo.length / ranges;
      // Each range comes once.
      const starts = Array.from({ length: ranges }, (_, index) => ((index * 7) % ranges) * size);
      const file = Buffer.alloc(smallVideo.length);
      for (let from = 0; from < starts.length; from += 20) {
        const load = async (start: number): Promise<void> => {
          const { bytes } = await video.get({ range: `bytes=${start}-${start + size - 1}` });
          bytes.copy(file, start);
        };
        await Promise.all(starts.slice(from, from + 20).map(load));
      }
      expect(file.equals(smallVideo)).toBe(true);
      expect(video.received()).toBe(smallVideo.length);
    });

    test('when a player repeatedly sends HEAD, or starts and disconnects, then the file can still be downloaded', async () => {
      const video = await claimed(videoFile);
      for (let time = 0; time < 20; time += 1) expect((await video.get({ method: 'HEAD' })).status).toBe(200);
      for (let time = 0; time < 8; time += 1) expect((await video.get({ range: 'bytes=0-', stopAfter: 1000 })).status).toBe(206);
      expect((await video.complete()).equals(videoFile)).toBe(true);
      await drain(video, videoFile.length);
      expect(video.received()).toBeLessThanOrEqual(2 * videoFile.length);
    });

    test('when everything except the last byte was sent until the quota refused it, then the last byte can still be downloaded', async () => {
      const video = await claimed(smallVideo);
      const last = smallVideo.length - 1;
      const allButOne = () => video.get({ range: `bytes=0-${last - 1}` });
      const first = await allButOne();
      expect([first.status, (await allButOne()).status, (await allButOne()).status]).toEqual([206, 206, 410]);
      expect((await video.complete(first.bytes)).equals(smallVideo)).toBe(true);
    });

    test('when the connection is cut, then bytes that were not sent are released from the quota', async () => {
      const large = randomVideo(40 * MIB);
      const video = await claimed(large);
      let counted = 0;
      const holdFor = async (): Promise<void> => {
        counted = (await video.stillQuota()).used;
      };
      const { bytes } = await video.get({ stopAfter: 100_000, holdFor });
      const quota = await video.settledQuota();
      // Beside what was read, at most what lay in the buffers of the connection.
      expect(quota.used).toBeGreaterThanOrEqual(bytes.length);
      expect(quota.used).toBeLessThan(counted);
      expect(quota.sent).toEqual([{ start: 0, end: quota.used - 1 }]);
      expect((await video.complete(bytes)).equals(large)).toBe(true);
    });
  });

  describe('downloads beyond the quota', () => {
    test('when the whole file is requested until it is refused, then it was sent twice, and a page and the download page say what to do', async () => {
      const video = await claimed(videoFile);
      let status = 206;
      while (status === 206) ({ status } = await video.get({ range: 'bytes=0-' }));
      expect([status, video.received()]).toEqual([410, 2 * videoFile.length]);
      await video.claimAgain();
      const refused = await video.get({ accept: 'text/html' });
      expect([refused.status, refused.bytes.toString('utf8')]).toEqual([
        410,
        expect.stringContaining(errorCatalogue.DownloadBytesSpent.message),
      ]);
      expect(refused.bytes.toString('utf8')).toContain(`href="/download/${video.pageId}"`);
      expect((await video.browser.downloadPage(video.pageId)).orders).toMatchObject([{ state: 'used-up', wasSentTwice: true }]);
      await drain(video, videoFile.length);
      expect(video.received()).toBe(2 * videoFile.length);
    });

    test('when twenty connections request the whole file at once, then at most twice its size is sent', async () => {
      const video = await claimed(videoFile);
      // Whose count comes too late is cut off, some before their first byte.
      await Promise.allSettled(Array.from({ length: 20 }, () => video.get()));
      expect(video.received()).toBeGreaterThan(0);
      await drain(video, videoFile.length);
      expect(video.received()).toBeLessThanOrEqual(2 * videoFile.length);
    });

    test('when one request names several ranges, then the whole file is sent and counted', async () => {
      const video = await claimed(smallVideo);
      const several = () => video.get({ range: 'bytes=0-0,2-2,4-4' });
      for (const _time of [1, 2]) expect((await several()).bytes.equals(smallVideo)).toBe(true);
      const { status, bytes } = await several();
      expect([status, refusedBy(bytes)]).toEqual([410, 'DownloadBytesSpent']);
    });
  });

  describe('another browser', () => {
    test('when it opens the URL of a claimed video, then a page explains the refusal, and no quota is used', async () => {
      const video = await claimed(smallVideo);
      for (const method of ['GET', 'HEAD']) {
        const stranger = await request(stack().newCustomer(), video.url(), { accept: 'text/html', method });
        expect([stranger.status, stranger.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
        if (method === 'HEAD') continue;
        expect(stranger.bytes.toString('utf8')).toContain(errorCatalogue.DownloadClaimedElsewhere.message);
        expect(stranger.bytes.toString('utf8')).toContain('最初に「ダウンロード」を押した端末の同じブラウザ');
      }
      await expect(stack().newCustomer().claim(video.pageId, video.line.id)).rejects.toMatchObject({ status: 409 });
      expect((await video.complete()).equals(smallVideo)).toBe(true);
    });

    test('when a video was not claimed, then its bytes cannot be downloaded anywhere', async () => {
      const { pageId } = await desk.buyStored({ email: 'hidden@example.jp', videoFile: smallVideo });
      const visitor = stack().newCustomer();
      expect(JSON.stringify(await visitor.downloadPage(pageId))).not.toMatch(/video:|files\//);
      for (const path of ['/internal/tickets', '/api/download/files/x', `/api/download/files/${'x'.repeat(43)}`]) {
        expect((await request(visitor, path)).status).toBeGreaterThanOrEqual(400);
      }
    });
  });

  describe('an outside link', () => {
    test('when fifty browsers claim it at once, then one gets it, and the others get the reason for the refusal', async () => {
      const { pageId, lines } = await desk.buyDelivered({ email: 'fifty-browsers@example.jp', count: 1 });
      const lineId = String(lines[0]?.id);
      const browsers = Array.from({ length: 50 }, () => stack().newCustomer());
      await Promise.all(browsers.map((browser) => browser.downloadPage(pageId)));
      const results = await Promise.allSettled(browsers.map((browser) => browser.claim(pageId, lineId)));
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.url] : []));
      expect(won).toEqual([`${VIDEO_SITE}/${lineId}`]);
      const lost: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(lost).toHaveLength(49);
      const { status, message } = errorCatalogue.DownloadClaimedElsewhere;
      for (const error of lost) {
        expect(error).toBeInstanceOf(ShopError);
        expect(error).toMatchObject({ status, body: { code: 'DownloadClaimedElsewhere', message } });
        expect(JSON.stringify((error as ShopError).body)).not.toContain(VIDEO_SITE);
      }
    });

    test('when it was not claimed, then no page, response, header or mail contains it; afterwards only the claiming browser gets it', async () => {
      const email = 'hidden-link@example.jp';
      const customer = stack().newCustomer();
      await customer.proveEmail(email);
      const basket = await fillBasket(customer, { email, count: 1 });
      const { intent, lines } = await customer.buy(basket);
      const lineId = String(lines[0]?.id);
      const pageId = await desk.deliver({ orderNumber: intent.orderNumber, lines });

      /** Everything that comes back, the head included. */
      const allOf = async (path: string, method = 'GET', cookie = ''): Promise<string> => {
        const response = await fetch(new URL(path, stack().info.gateway), { method, headers: { cookie }, redirect: 'manual' });
        return [response.status, ...[...response.headers].flat(), await response.text()].join('\n');
      };
      const seenBy = async (cookie: string): Promise<string[]> => [
        await allOf(`/download/${pageId}`, 'GET', cookie),
        await allOf(`/api/download/${pageId}`, 'GET', cookie),
        await allOf(`/api/download/${pageId}`, 'HEAD', cookie),
        await allOf(`/api/download/${pageId}/${lineId}/claim`, 'GET', cookie),
        await allOf(`/api/download/${pageId}/${intent.orderNumber}-09/claim`, 'POST', cookie),
        await allOf(`/api/download/${pageId}/receipt`, 'GET', cookie),
      ];
      const mail = await stack().mailbox.waitFor({ to: email, subject: new RegExp(orderDeliverySubject(intent.orderNumber)) });
      const records = JSON.stringify(await customer.placeOrders(intent, basket.items));
      expect(records).toContain(`/download/${pageId}`);
      const withoutCookie = await allOf(`/api/download/${pageId}/${lineId}/claim`, 'POST');
      expect(withoutCookie).toContain('DownloadCookiesNeeded');
      const before = [...(await seenBy('')), ...(await seenBy(customer.cookies())), withoutCookie, records, JSON.stringify(mail)];
      for (const seen of before) expect(seen).not.toContain(new URL(VIDEO_SITE).host);

      expect((await customer.claim(pageId, lineId)).url).toBe(`${VIDEO_SITE}/${lineId}`);
      const stranger = stack().newCustomer();
      await stranger.downloadPage(pageId);
      const claim = await allOf(`/api/download/${pageId}/${lineId}/claim`, 'POST', stranger.cookies());
      expect(claim).toContain('DownloadClaimedElsewhere');
      for (const seen of [...(await seenBy(stranger.cookies())), claim]) expect(seen).not.toContain(new URL(VIDEO_SITE).host);
    });
  });
};
