import { describe, expect, test } from '@jest/globals';
import type { FinishedVideo } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { adminOf } from '../support/admin.ts';
import { itemOf } from '../support/catalog.ts';
import { pageIdOf } from '../support/deliveries.ts';
import { startShop } from '../support/shop.ts';

const shop = useService(() => startShop());
const admin = adminOf(shop);

const HORIZONTAL = { footage: { state: 'read', width: 1920, height: 1080, durationMs: 60_000 } } satisfies Partial<FinishedVideo>;
const VERTICAL = { footage: { state: 'read', width: 1080, height: 1920, durationMs: 60_000 } } satisfies Partial<FinishedVideo>;

const HORIZONTAL_DOUBT = '縦動画の明細ですが、横向きの動画です（1920×1080）。';

const deliver = async (number: string, urls: Record<string, string>, confirmed?: Record<string, string>) => {
  const byLine = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([line, text]) => [`${number}-${line}`, text]));
  return shop.call({
    method: 'POST',
    path: `/api/orders/${number}/deliver`,
    cookie: await shop.identity.adminCookie(),
    body: { downloadUrls: byLine(urls), ...(confirmed && { confirmedDoubts: byLine(confirmed) }) },
  });
};

describe('the delivery of stored videos', () => {
  test('when the videos match their lines, then they are delivered without a confirmation, and the audit log has no doubt', async () => {
    const { number } = await shop.buy({ items: [itemOf('21'), itemOf('21', '横動画')] });
    const response = await deliver(number, {
      '01': shop.videos.upload(`${number}-01`, VERTICAL),
      '02': shop.videos.upload(`${number}-02`, HORIZONTAL),
    });
    expect([response.status, response.body.status]).toEqual([200, '納品済み']);
    await admin.waitForAuditEntry(number, 'order.delivered');
    expect(admin.auditEntriesOf(number).map(({ after }) => after)).toEqual([
      { status: '納品済み', lines: [`${number}-01`, `${number}-02`] },
    ]);
  });

  test('when some videos are doubtful, then each line is named, and nothing is stored or mailed', async () => {
    const { number } = await shop.buy({ items: [itemOf('22'), itemOf('23'), itemOf('24'), itemOf('25')] });
    const videos = {
      '01': shop.videos.upload(`${number}-01`, HORIZONTAL),
      '02': shop.videos.upload(`${number}-02`, { footage: { state: 'unreadable' } }),
      '03': shop.videos.upload(`${number}-03`, VERTICAL),
      '04': 'https://videos.example/25',
    };
    const { status, body } = await deliver(number, videos);
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(body.fields).toEqual({
      [`downloadUrls.${number}-01`]: HORIZONTAL_DOUBT,
      [`downloadUrls.${number}-02`]: '動画を読み取れませんでした。ファイルが壊れている可能性があります。',
    });
    const order = await shop.storedOrder(number);
    expect([order.status, order.download, order.outbox]).toEqual(['未対応', undefined, undefined]);
    expect(order.lines.map(({ video }) => video)).toEqual([undefined, undefined, undefined, undefined]);
    expect([admin.eventsOf('order.delivered', number), admin.auditEntriesOf(number)]).toEqual([[], []]);
  });

  test('when a video is not read yet, then it cannot be confirmed, and one that was read is delivered', async () => {
    const { number } = await shop.buy({ items: [itemOf('27')] });
    const footage = { state: 'pending' } satisfies FinishedVideo['footage'];
    const source = shop.videos.upload(`${number}-01`, { footage });
    const { body: prepareDoubtfulOrder } = await deliver(number, { '01': source });
    const { status, body } = await deliver(number, { '01': source }, { '01': prepareDoubtfulOrder.fields![`downloadUrls.${number}-01`]! });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect((await shop.storedOrder(number)).status).toBe('未対応');
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, VERTICAL) })).status).toBe(200);
  });

  test('when the admin confirms, then the order is delivered and mailed once, and the audit log has the confirmed doubts', async () => {
    const { number } = await shop.buy({ items: [itemOf('26')] });
    const source = shop.videos.upload(`${number}-01`, HORIZONTAL);
    expect((await deliver(number, { '01': source }, {})).body.code).toBe('DeliveryDoubtful');
    const response = await deliver(number, { '01': source }, { '01': HORIZONTAL_DOUBT });
    expect([response.status, response.body.status]).toEqual([200, '納品済み']);
    const [event] = await admin.waitForEvents({ number, type: 'order.delivered', count: 1 });
    expect(event).toBeDefined();
    await admin.waitForAuditEntry(number, 'order.delivered');
    expect(admin.auditEntriesOf(number).map(({ after }) => after?.['confirmedDoubts'])).toEqual([[`${number}-01：${HORIZONTAL_DOUBT}`]]);

    // A repeated delivery returns the same result, with or without a confirmation.
    for (const confirmed of [{ '01': HORIZONTAL_DOUBT }, undefined]) {
      const again = await deliver(number, { '01': source }, confirmed);
      expect([again.status, again.body.downloadPath]).toEqual([200, response.body.downloadPath]);
    }
    expect(admin.eventsOf('order.delivered', number)).toHaveLength(1);
  });

  test('when a confirmation is sent without a doubt, then the audit log has no doubt', async () => {
    const { number } = await shop.buy({ items: [itemOf('27')] });
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, VERTICAL) }, { '01': HORIZONTAL_DOUBT })).status).toBe(200);
    await admin.waitForAuditEntry(number, 'order.delivered');
    expect(admin.auditEntriesOf(number).map(({ after }) => after)).toEqual([{ status: '納品済み', lines: [`${number}-01`] }]);
  });
});

describe('the confirmation of delivery doubts', () => {
  /** An order whose first video is horizontal for a vertical line; the second has no doubt yet. */
  const prepareDoubtfulOrder = async () => {
    const other = await shop.buy({ items: [itemOf('28')] });
    const { number } = await shop.buy({ items: [itemOf('29'), itemOf('30')] });
    const urls = { '01': shop.videos.upload(`${number}-01`, HORIZONTAL), '02': shop.videos.upload(`${number}-02`, VERTICAL) };
    expect((await deliver(number, urls)).body.fields).toEqual({ [`downloadUrls.${number}-01`]: HORIZONTAL_DOUBT });
    const sameContent = { sameContent: [{ id: 'another', lineId: `${other.number}-01` }] };
    const sameContentDoubt = `別の明細の動画と内容が同じです（${other.number}-01：関東オープン 2026・メンズフィジーク・28・縦動画）。`;
    return { number, urls, sameContent, sameContentDoubt };
  };

  test('when another line has become doubtful since the request, then all doubts must be confirmed before the delivery', async () => {
    const { number, urls, sameContent, sameContentDoubt } = await prepareDoubtfulOrder();
    shop.videos.setDetails(urls['02'], { ...VERTICAL, ...sameContent });
    const again = await deliver(number, urls, { '01': HORIZONTAL_DOUBT });
    expect([again.status, again.body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(again.body.fields).toEqual({ [`downloadUrls.${number}-01`]: HORIZONTAL_DOUBT, [`downloadUrls.${number}-02`]: sameContentDoubt });
    expect((await shop.storedOrder(number)).status).toBe('未対応');
    expect((await deliver(number, urls, { '01': HORIZONTAL_DOUBT, '02': sameContentDoubt })).status).toBe(200);
  });

  test('when another doubt about the same line has been found since, then it must be confirmed too', async () => {
    const { number, urls, sameContent, sameContentDoubt } = await prepareDoubtfulOrder();
    shop.videos.setDetails(urls['01'], { ...HORIZONTAL, ...sameContent });
    const again = await deliver(number, urls, { '01': HORIZONTAL_DOUBT });
    expect([again.status, again.body.fields]).toEqual([409, { [`downloadUrls.${number}-01`]: `${HORIZONTAL_DOUBT}${sameContentDoubt}` }]);
    expect((await deliver(number, urls, { '01': `${HORIZONTAL_DOUBT}${sameContentDoubt}` })).status).toBe(200);
  });

  test('when a confirmed doubt no longer exists, then the audit log has only the remaining one', async () => {
    const { number, urls, sameContentDoubt } = await prepareDoubtfulOrder();
    expect((await deliver(number, urls, { '01': `${HORIZONTAL_DOUBT}${sameContentDoubt}`, '02': sameContentDoubt })).status).toBe(200);
    expect((await admin.waitForAuditEntry(number, 'order.delivered')).after).toMatchObject({
      confirmedDoubts: [`${number}-01：${HORIZONTAL_DOUBT}`],
    });
  });

  test('when the doubts of another line, or any doubts, are confirmed, then the delivery is refused', async () => {
    const { number, urls } = await prepareDoubtfulOrder();
    const others: Record<string, string>[] = [
      { '02': HORIZONTAL_DOUBT },
      { '01': '' },
      { '01': '縦動画の明細ですが、横向きの動画です（3840×2160）。' },
    ];
    for (const confirmed of others) {
      expect((await deliver(number, urls, confirmed)).body.code).toBe('DeliveryDoubtful');
    }
    const cookie = await shop.identity.adminCookie();
    const downloadUrls = { [`${number}-01`]: urls['01'], [`${number}-02`]: urls['02'] };
    for (const [body, status] of [
      [{ downloadUrls, isConfirmed: true }, 409],
      [{ downloadUrls, confirmedDoubts: true }, 400],
    ] as const) {
      expect((await shop.call({ method: 'POST', path: `/api/orders/${number}/deliver`, cookie, body })).status).toBe(status);
    }
  });
});

describe('a video with the same content as another line’s', () => {
  test('when the other line has another bib, in this order or another one, then the video is doubtful', async () => {
    const first = await shop.buy({ items: [itemOf('31')] });
    const { number } = await shop.buy({ items: [itemOf('32'), itemOf('33')] });
    const withSameContent = (lineId: string, source = 'video:another') => ({
      ...VERTICAL,
      sameContent: [{ id: source.replace('video:', ''), lineId }],
    });
    const source = shop.videos.upload(`${number}-01`, withSameContent(`${first.number}-01`));
    const { status, body } = await deliver(number, {
      '01': source,
      '02': shop.videos.upload(`${number}-02`, withSameContent(`${number}-01`, source)),
    });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(body.fields).toEqual({
      [`downloadUrls.${number}-01`]: `別の明細の動画と内容が同じです（${first.number}-01：関東オープン 2026・メンズフィジーク・31・縦動画）。`,
      [`downloadUrls.${number}-02`]: `別の明細の動画と内容が同じです（${number}-01：関東オープン 2026・メンズフィジーク・32・縦動画）。`,
    });
  });

  test('when the other line has the same bib in another customer’s order, or is unknown, then the video is not doubtful', async () => {
    const other = await shop.buy({ items: [itemOf('34')] });
    const { number } = await shop.buy({ items: [itemOf('34')] });
    const sameContent = [`${other.number}-01`, '00000000-01'].map((lineId) => ({ id: 'another', lineId }));
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, { ...VERTICAL, sameContent }) })).status).toBe(200);
  });

  test('when the other line has another video in the end, then the video is not doubtful', async () => {
    const stored = await shop.buy({ items: [itemOf('37')] });
    const outside = await shop.buy({ items: [itemOf('38')] });
    const { number } = await shop.buy({ items: [itemOf('39'), itemOf('40')] });
    const wrong = (lineId: string) => ({ id: shop.videos.upload(lineId, VERTICAL).replace('video:', ''), lineId });
    const sameContent = [`${stored.number}-01`, `${outside.number}-01`, `${number}-02`].map(wrong);
    await deliver(stored.number, { '01': shop.videos.upload(`${stored.number}-01`, VERTICAL) });
    await deliver(outside.number, { '01': 'https://videos.example/38' });
    const right = shop.videos.upload(`${number}-01`, { ...VERTICAL, sameContent });
    expect((await deliver(number, { '01': right, '02': shop.videos.upload(`${number}-02`, VERTICAL) })).status).toBe(200);
  });

  test('when the other line has that video, then the video is doubtful', async () => {
    const other = await shop.buy({ items: [itemOf('41')] });
    const { number } = await shop.buy({ items: [itemOf('42')] });
    const source = shop.videos.upload(`${other.number}-01`, VERTICAL);
    expect((await deliver(other.number, { '01': source })).status).toBe(200);
    const sameContent = [{ id: source.replace('video:', ''), lineId: `${other.number}-01` }];
    const { status, body } = await deliver(number, { '01': shop.videos.upload(`${number}-01`, { ...VERTICAL, sameContent }) });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
  });
});

describe('extending a page', () => {
  test('when a stored video is deleted, then it is refused with the line’s name; when media is unavailable, then nothing changes', async () => {
    const { number } = await shop.buy({ items: [itemOf('35'), itemOf('36')] });
    const source = shop.videos.upload(`${number}-01`, VERTICAL);
    await deliver(number, { '01': source, '02': 'https://videos.example/36' });
    expect((await admin.extend(number)).status).toBe(200);
    const { download } = await shop.storedOrder(number);
    shop.videos.setUnavailable(true);
    expect((await admin.extend(number)).status).toBe(503);
    shop.videos.setUnavailable(false);
    shop.videos.remove(source);
    const { status, body } = await admin.extend(number);
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'FinishedVideoGone', [`downloadUrls.${number}-01`]]);
    expect(body.message).toContain('もう一度アップロード');
    expect((await shop.storedOrder(number)).download).toEqual(download);
  });
});

describe('re-arming a line', () => {
  test('when its stored video is deleted, then it is refused, and an external link next to it can be re-armed', async () => {
    const { number } = await shop.buy({ items: [itemOf('37'), itemOf('38')] });
    const source = shop.videos.upload(`${number}-01`, VERTICAL);
    const pageId = pageIdOf(await deliver(number, { '01': source, '02': 'https://videos.example/38' }));
    for (const line of ['01', '02']) expect((await admin.claim(pageId, `${number}-${line}`)).status).toBe(200);
    shop.videos.remove(source);
    const { status, body } = await admin.reArm(number, '01');
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'FinishedVideoGone', [`downloadUrls.${number}-01`]]);
    expect((await admin.reArm(number, '02')).status).toBe(200);
    expect((await shop.storedOrder(number)).lines.map(({ claim }) => claim === undefined)).toEqual([false, true]);
  });
});
