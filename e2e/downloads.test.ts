import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorCatalogue } from '@stagereel/contracts';
import type { Customer } from '@stagereel/shop-client';
import { fillBasket } from './support/basket.ts';
import { startTestStack, type TestStack } from './support/test-stack.ts';

const MIB = 1024 * 1024;
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
/** An MP4 by its first bytes, of content that never repeats. */
const film = Buffer.concat([MP4_HEAD, randomBytes(7 * MIB)]);

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 300_000);
afterAll(async () => {
  await stack?.stop();
}, 60_000);

/** An order of one video, which lies in the shop itself, and its download page. */
const deliverStored = async (email: string) => {
  const customer = stack.newCustomer();
  await customer.proveEmail(email);
  const { intent, lines } = await customer.buy(await fillBasket(customer, { email, count: 1 }));
  const [line] = lines;
  if (!line) throw new Error('nothing was bought');
  const admin = await stack.signedInAdmin();
  const facts = { name: 'IMG_0001.mp4', content: film, contentType: 'video/mp4', category: 'finished', lineId: line.id } as const;
  const video = await admin.uploadMedia(line.contestId, facts);
  const { downloadPath } = await admin.deliver(intent.orderNumber, { [line.id]: `video:${video.id}` });
  return { line, pageId: downloadPath.replace('/download/', '') };
};

type Ask = { range?: string; stopAfter?: number; accept?: string; method?: string };

/** One request through the gateway; hangs up once it has so many bytes. */
const ask = async (browser: Customer, path: string, { range, stopAfter, accept = '*/*', method = 'GET' }: Ask = {}) => {
  const abort = new AbortController();
  const headers = { cookie: browser.cookies(), accept, ...(range ? { range } : {}) };
  const response = await fetch(new URL(path, stack.info.gateway), { method, headers, signal: abort.signal });
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    received += chunk.length;
    if (stopAfter !== undefined && received >= stopAfter) break;
  }
  abort.abort();
  return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
};

describe('a finished video that lies in the shop', () => {
  test('when its browser is cut at 1, 50 and 99 %, it goes on where it was and comes to the end, under a Japanese name', async () => {
    const { line, pageId } = await deliverStored('resumed@example.jp');
    const browser = stack.newCustomer();
    expect((await browser.downloadPage(pageId)).orders).toMatchObject([{ state: 'open', size: film.length }]);

    const { url } = await browser.claim(pageId, line.id);
    const head = await ask(browser, url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(film.length)]);
    const name = `${line.contestName}_${line.athleteNumber}_${line.style}.mp4`;
    expect(decodeURIComponent(head.headers.get('content-disposition') ?? '')).toContain(name);

    let file = Buffer.alloc(0);
    for (const share of [0.01, 0.5, 0.99, 1]) {
      const { url: again } = await browser.claim(pageId, line.id);
      const stopAfter = Math.max(1, Math.ceil(share * film.length) - file.length);
      const got = await ask(browser, again, { range: `bytes=${file.length}-`, stopAfter });
      expect(got.status).toBe(206);
      file = Buffer.concat([file, got.bytes]);
    }
    expect(file.equals(film)).toBe(true);
  }, 120_000);

  test('when all its bytes left twice, none leaves any more, and a page says what to do', async () => {
    const { line, pageId } = await deliverStored('twice@example.jp');
    const browser = stack.newCustomer();
    const { url } = await browser.claim(pageId, line.id);
    for (const _time of [1, 2]) expect((await ask(browser, url)).bytes.length).toBe(film.length);
    const { url: fresh } = await browser.claim(pageId, line.id);
    const refused = await ask(browser, fresh, { accept: 'text/html' });
    expect([refused.status, refused.bytes.toString('utf8')]).toEqual([
      410,
      expect.stringContaining(errorCatalogue.DownloadBytesSpent.message),
    ]);
  }, 120_000);

  test('when another browser opens the ticket, it gets a page that says why, and uses nothing up', async () => {
    const { line, pageId } = await deliverStored('other-browser@example.jp');
    const browser = stack.newCustomer();
    const { url } = await browser.claim(pageId, line.id);
    for (const method of ['GET', 'HEAD']) {
      const stranger = await ask(stack.newCustomer(), url, { accept: 'text/html', method });
      expect([stranger.status, stranger.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
      if (method === 'GET') expect(stranger.bytes.toString('utf8')).toContain(errorCatalogue.DownloadClaimedElsewhere.message);
    }
    await expect(stack.newCustomer().claim(pageId, line.id)).rejects.toMatchObject({ status: 409 });
    expect((await ask(browser, url)).bytes.equals(film)).toBe(true);
  }, 120_000);

  test('when nobody has claimed it, its bytes are nowhere to be had', async () => {
    const { pageId } = await deliverStored('hidden@example.jp');
    const visitor = stack.newCustomer();
    const page = JSON.stringify(await visitor.downloadPage(pageId));
    expect(page).not.toMatch(/video:|files\//);
    for (const path of ['/internal/tickets', '/api/download/files/x', `/api/download/files/${'x'.repeat(43)}`]) {
      expect((await ask(visitor, path)).status).toBeGreaterThanOrEqual(400);
    }
  }, 120_000);
});
