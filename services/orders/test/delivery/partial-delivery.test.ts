import { describe, expect, test } from '@jest/globals';
import { type DownloadPage, orderDelivered, orderPartlyDelivered, type videoReplaced } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import type { z } from 'zod';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { newBrowser } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** How far the service's clock is ahead. */
let ahead = 0;
const shop = useService(() => startShop({ now: () => new Date(Date.now() + ahead) }));
const admin = adminOf(shop);
const { claim, complete, correct, decline, deliverReady, deliverRest, eventsOf, linesOf, recall, replaceVideo, timeline, waitForEvents } =
  admin;

const url = (name: string) => `https://videos.example/${name}`;
const later = async <Result>(ms: number, run: () => Promise<Result>): Promise<Result> => {
  ahead = ms;
  return run().finally(() => {
    ahead = 0;
  });
};

const buy = async (count = 2) => {
  const { number, email, lines } = await shop.buy({ items: ['1', '2', '3'].slice(0, count).map((bib) => itemOf(bib)) });
  const pageOf = async () => (await shop.call({ path: `/api/download/${(await shop.storedOrder(number)).download!.pageId}` })).body;
  return {
    number,
    email,
    line: (suffix: string) => `${number}-${suffix}`,
    /** The download page: the lines that can be downloaded, and those that follow. */
    show: async () => {
      const page = (await pageOf()) as unknown as DownloadPage;
      return { ...page, ready: page.orders.map(({ id }) => id), follows: page.following?.lines.map(({ id }) => id) ?? null };
    },
    statusStates: async () => {
      const { body } = await shop.call({ path: `/api${lines[0]!.statusPath}` });
      return (body as unknown as { lines: { state: string }[] }).lines.map(({ state }) => state);
    },
  };
};

/** An order of two videos, of which the first is delivered. */
const buyPartlyDelivered = async () => {
  const order = await buy();
  const { status, body } = await deliverReady(order.number, { '01': url('1') });
  expect(status).toBe(200);
  return { ...order, pageId: body.downloadPath.replace('/download/', '') };
};

describe('delivering the finished videos first', () => {
  test('when one of two videos is ready, then the page opens with it, and the order still awaits the other one', async () => {
    const { number, email, line, show, statusStates } = await buy();
    const { status, body } = await deliverReady(number, { '01': ` ${url('1')} ` });
    expect([status, body]).toEqual([
      200,
      { orderNumber: number, status: '未対応', downloadPath: expect.stringMatching(/^\/download\//), customerEmailSent: false },
    ]);
    const order = await shop.waitForOrder(number, () => true);
    expect(order).not.toHaveProperty('handledAt');
    const [event] = await waitForEvents({ number, type: 'order.partly-delivered', count: 1 });
    expect(orderPartlyDelivered.schema.parse(event!.data)).toMatchObject({
      email,
      deliveredAt: order.download!.openedAt.toISOString(),
      paidAt: order.payment.paidAt!.toISOString(),
      expiresAt: order.download!.expiresAt.toISOString(),
      statusToken: order.statusToken,
      lines: [{ lineNumber: line('01') }],
      followingLines: [{ lineNumber: line('02') }],
    });
    expect(JSON.stringify(event)).not.toContain('videos.example');
    expect(eventsOf('order.delivered', number)).toEqual([]);
    expect(await admin.waitForAuditEntry(number, 'order.partly-delivered')).toMatchObject({
      before: { status: '未対応' },
      after: { status: '未対応', lines: [line('01')] },
    });

    expect(await show()).toMatchObject({
      ready: [line('01')],
      follows: [line('02')],
      following: { promisedBy: expect.any(String), isLate: false },
    });
    expect(await statusStates()).toEqual(['delivered', 'in-production']);
    expect(await linesOf(number)).toMatchObject([
      { status: '未対応', videoDownloadUrl: url('1') },
      { status: '未対応', videoDownloadUrl: null },
    ]);
    const history = await shop.call({ path: '/api/user/orders', cookie: await shop.identity.sessionCookie({ email }) });
    expect(history.body).toMatchObject([{ videoDownloadUrl: body.downloadPath }, { videoDownloadUrl: null }]);
  });

  test('when the rest is delivered, then the same page has all videos, its period starts again, and the mail names only the new ones', async () => {
    const { number, line, pageId, show, statusStates } = await buyPartlyDelivered();
    const browser = newBrowser();
    const download = () => shop.call({ method: 'POST', path: `/api/download/${pageId}/${line('01')}/claim`, cookie: browser });
    expect((await download()).status).toBe(200);
    // The page expired meanwhile. The request names the delivered line too, as a screen that was opened before does.
    const rest = { '01': url('1'), '02': url('2') };
    const { status, body } = await later(40 * DAY, () => deliverRest(number, rest));
    expect([status, body.status, body.downloadPath]).toEqual([200, '納品済み', `/download/${pageId}`]);
    const { download: page, handledAt } = await shop.waitForOrder(number, () => true);
    expect(page!.expiresAt.getTime()).toBe(page!.openedAt.getTime() + 30 * DAY);
    expect(handledAt).toEqual(page!.openedAt);
    const [event] = await waitForEvents({ number, type: 'order.delivered', count: 1 });
    expect(orderDelivered.schema.parse(event!.data)).toMatchObject({ isRest: true, lines: [{ lineNumber: line('02') }] });
    expect(await show()).toMatchObject({ ready: [line('01'), line('02')], follows: null });
    expect(await statusStates()).toEqual(['delivered', 'delivered']);
    // The first video is still claimed by its browser only.
    expect((await download()).body.url).toBe(url('1'));
    expect((await claim(pageId, line('01'))).body.code).toBe('DownloadClaimedElsewhere');
    expect((await claim(pageId, line('02'))).body.url).toBe(url('2'));
  });

  test('when requests are repeated or concurrent, then each part is delivered and mailed once', async () => {
    const { number, line } = await buy(3);
    const first = await Promise.all(Array.from({ length: 10 }, () => deliverReady(number, { '01': url('1') })));
    expect(first.map(({ status }) => status)).toEqual(Array(10).fill(200));
    // Two admins: another video for the delivered line, and a second part.
    const [different, second] = await Promise.all([
      deliverReady(number, { '01': url('other'), '02': url('2') }),
      deliverReady(number, { '02': url('2') }),
    ]);
    expect(different.body).toMatchObject({ code: 'LineAlreadyDelivered', fields: { [`downloadUrls.${line('01')}`]: expect.any(String) } });
    expect(second.status).toBe(200);
    const rest = await Promise.all(Array.from({ length: 10 }, () => deliverRest(number, { '03': url('3') })));
    expect(rest.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const repeated = await Promise.all([deliverReady(number, { '01': url('1') }), deliverReady(number, { '03': url('3') })]);
    expect(repeated.map(({ status, body }) => [status, body.status])).toEqual(Array(2).fill([200, '納品済み']));
    expect((await deliverRest(number, { '03': url('other') })).body.code).toBe('OrderAlreadyDelivered');
    await waitForEvents({ number, type: 'order.partly-delivered', count: 2 });
    await waitForEvents({ number, type: 'order.delivered', count: 1 });
    const parts = eventsOf('order.partly-delivered', number).map(({ data }) => orderPartlyDelivered.schema.parse(data));
    expect(parts.map(({ lines, followingLines }) => [lines.length, followingLines.length])).toEqual([
      [1, 2],
      [1, 1],
    ]);
    expect(new Set(parts.map(({ deliveredAt }) => deliveredAt)).size).toBe(2);
  });

  test('when no other video is missing, then the order is delivered', async () => {
    const { number } = await buy();
    const { body } = await deliverReady(number, { '01': url('1'), '02': url('2') });
    expect(body.status).toBe('納品済み');
    const [event] = await waitForEvents({ number, type: 'order.delivered', count: 1 });
    expect(orderDelivered.schema.parse(event!.data)).not.toHaveProperty('isRest');
  });

  test.each([
    ['has no video', { '01': ' ' }, 400, 'ReadyVideoRequired'],
    ['has an invalid link', { '01': 'http://videos.example' }, 400, 'DownloadUrlInvalid'],
    ['names an unknown line', { '01': url('1'), '09': url('9') }, 400, 'InputInconsistent'],
    ['has an unknown stored video', { '01': 'video:0190' }, 400, 'FinishedVideoUnknown'],
  ])('when the request %s, then nothing is delivered (admin 5.10)', async (_case, urls, status, code) => {
    const { number } = await buy();
    expect(await deliverReady(number, urls)).toMatchObject({ status, body: { code } });
    expect(await shop.storedOrder(number)).not.toHaveProperty('download');
  });

  test('when a video may be wrong, then it must be confirmed, and a delivered one is not questioned again', async () => {
    const { number, line } = await buy();
    const wrong = shop.videos.upload(line('01'), { footage: { state: 'read', width: 1920, height: 1080, durationMs: 60_000 } });
    const refused = await deliverReady(number, { '01': wrong });
    expect([refused.status, refused.body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(await shop.storedOrder(number)).not.toHaveProperty('download');
    const doubts = { [line('01')]: refused.body.fields![`downloadUrls.${line('01')}`]! };
    expect((await deliverReady(number, { '01': wrong }, doubts)).status).toBe(200);
    expect((await deliverRest(number, { '02': url('2') })).status).toBe(200);
  });
});

describe('a partly delivered order', () => {
  test('when the last part is recalled, then the first one stays on the page, and its time identifies the mails to stop', async () => {
    const { number, line, pageId, show } = await buyPartlyDelivered();
    const first = (await shop.storedOrder(number)).download!;
    await deliverRest(number, { '02': url('2') });
    const { openedAt } = (await shop.storedOrder(number)).download!;
    await claim(pageId, line('02'));
    const { status, body } = await recall(number);
    expect([status, body.status, body.page!.openedAt]).toEqual([200, '未対応', first.openedAt.toISOString()]);
    const [event] = await waitForEvents({ number, type: 'order.recalled', count: 1 });
    expect(event!.data).toMatchObject({ deliveredAt: openedAt.toISOString() });
    expect(await show()).toMatchObject({ ready: [line('01')], follows: [line('02')] });
    expect((await claim(pageId, line('02'))).body.code).toBe('DownloadRecalled');
    expect((await claim(pageId, line('01'))).status).toBe(200);
    expect((await deliverRest(number, { '02': url('right') })).body.status).toBe('納品済み');
    // The second recall is about the new part, and the third one would be about the first part.
    await recall(number);
    expect((await later(11 * MINUTE, () => recall(number))).body.code).toBe('RecallTooLate');
    expect((await recall(number)).body.page).toBeNull();
    expect((await claim(pageId, line('01'))).body.code).toBe('DownloadRecalled');
  });

  test('when the rest is declined, then the order is delivered; when the delivered video is, then the rest is awaited', async () => {
    const one = await buyPartlyDelivered();
    expect((await decline(one.number, '02')).body.status).toBe('納品済み');
    expect((await linesOf(one.number))[0]).toMatchObject({ status: '納品済み', handledAt: expect.any(String) });
    expect(await one.show()).toMatchObject({ ready: [one.line('01')], follows: null });
    expect(eventsOf('order.delivered', one.number)).toEqual([]);

    const other = await buyPartlyDelivered();
    expect((await decline(other.number, '01')).body).toMatchObject({ status: '未対応', page: { recallableMs: 0 } });
    expect((await recall(other.number)).body.code).toBe('DownloadPageMissing');
    expect(await other.show()).toMatchObject({ ready: [], follows: [other.line('02')] });
    expect((await deliverRest(other.number, { '02': url('2') })).body.status).toBe('納品済み');
  });

  test('when it is completed, then its page stays open without the missing video, and it can be reopened', async () => {
    const { number, line, show, statusStates } = await buyPartlyDelivered();
    await complete(number);
    expect((await deliverReady(number, { '02': url('2') })).body.code).toBe('OrderAlreadyHandled');
    expect(await show()).toMatchObject({ ready: [line('01')], follows: null });
    expect(await statusStates()).toEqual(['delivered', 'closed']);
    expect((await timeline(number)).isReopenable).toBe(true);
    expect((await admin.reopen(number)).body).toMatchObject({ status: '未対応', isReopenable: false });
    expect(await show()).toMatchObject({ follows: [line('02')] });
  });

  test('when its mail is sent again to a corrected address, then it lists all delivered videos, at a new page', async () => {
    const { number, line, pageId } = await buyPartlyDelivered();
    const email = shop.newEmail();
    await correct(number, email);
    await admin.resend(number, 'order-delivery');
    const [, event] = await waitForEvents({ number, type: 'order.partly-delivered', count: 2 });
    const mailed = orderPartlyDelivered.schema.parse(event!.data);
    expect(mailed).toMatchObject({ email, lines: [{ lineNumber: line('01') }], followingLines: [{ lineNumber: line('02') }] });
    expect(mailed.pageId).not.toBe(pageId);
    expect((await claim(pageId, line('01'))).body.code).toBe('DownloadPageNotFound');
  });

  test('when a video of the first part is replaced, then a recall of the last part does not stop that mail', async () => {
    const { number } = await buyPartlyDelivered();
    const { openedAt } = (await shop.storedOrder(number)).download!;
    await deliverRest(number, { '02': url('2') });
    expect((await replaceVideo(number, url('better'), '01')).status).toBe(200);
    const [event] = await waitForEvents({ number, type: 'video.replaced', count: 1 });
    expect((event!.data as z.infer<typeof videoReplaced.schema>).deliveredAt).toBe(openedAt.toISOString());
  });
});

describe('an order whose money is back', () => {
  test('when it was refunded or all its videos were declined, then it counts as handled, until a refund fails', async () => {
    const refunded = await buy();
    await shop.orders.updateOne({ number: refunded.number }, { $set: { 'payment.refundedAmount': 10_000 } });
    expect(await linesOf(refunded.number)).toMatchObject(Array(2).fill({ status: '対応済み', payment: 'refunded', handledAt: null }));
    expect(await timeline(refunded.number)).toMatchObject({ status: '対応済み', isReopenable: false });

    const declined = await buy(1);
    await decline(declined.number, '01');
    expect((await linesOf(declined.number))[0]!.status).toBe('対応済み');
    const failed = { 'payment.refundedAmount': 0, 'lines.0.declined.refundState': 'failed' };
    await shop.orders.updateOne({ number: declined.number }, { $set: failed });
    expect((await timeline(declined.number)).status).toBe('未対応');
  });
});
