import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FinishedVideo } from '@stagereel/contracts';
import { itemOf } from './support/catalog.ts';
import { pageIdOf } from './support/deliver.ts';
import { deskOf } from './support/desk.ts';
import { type Shop, startShop } from './support/shop.ts';

let shop: Shop;
const desk = deskOf(() => shop);
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

const LYING = { footage: { state: 'read', width: 1920, height: 1080, durationMs: 60_000 } } satisfies Partial<FinishedVideo>;
const UPRIGHT = { footage: { state: 'read', width: 1080, height: 1920, durationMs: 60_000 } } satisfies Partial<FinishedVideo>;

const LIES = '縦動画の明細ですが、横向きの動画です（1920×1080）。';

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

describe('the delivery of a stored video', () => {
  test('when it looks as its line wants it, then it goes out without a question, and the audit log knows of no doubt', async () => {
    const { number } = await shop.buy({ items: [itemOf('21'), itemOf('21', '横動画')] });
    const answer = await deliver(number, {
      '01': shop.videos.upload(`${number}-01`, UPRIGHT),
      '02': shop.videos.upload(`${number}-02`, LYING),
    });
    expect([answer.status, answer.body.status]).toEqual([200, '納品済み']);
    await desk.untilActed(number, 'order.delivered');
    expect(desk.actsOn(number).map(({ after }) => after)).toEqual([{ status: '納品済み', lines: [`${number}-01`, `${number}-02`] }]);
  });

  test('when some are doubtful, then each line is named, and nothing is stored or mailed', async () => {
    const { number } = await shop.buy({ items: [itemOf('22'), itemOf('23'), itemOf('24'), itemOf('25')] });
    const videos = {
      '01': shop.videos.upload(`${number}-01`, LYING),
      '02': shop.videos.upload(`${number}-02`, { footage: { state: 'unreadable' } }),
      '03': shop.videos.upload(`${number}-03`, UPRIGHT),
      '04': 'https://videos.example/25',
    };
    const { status, body } = await deliver(number, videos);
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(body.fields).toEqual({
      [`downloadUrls.${number}-01`]: LIES,
      [`downloadUrls.${number}-02`]: '動画を読み取れませんでした。ファイルが壊れている可能性があります。',
    });
    const order = await shop.stored(number);
    expect([order.status, order.download, order.outbox]).toEqual(['未対応', undefined, undefined]);
    expect(order.lines.map(({ video }) => video)).toEqual([undefined, undefined, undefined, undefined]);
    expect([desk.eventsOf('order.delivered', number), desk.actsOn(number)]).toEqual([[], []]);
  });

  test('when a video is still being read, then nobody can confirm it, and one that was read goes out', async () => {
    const { number } = await shop.buy({ items: [itemOf('27')] });
    const footage = { state: 'pending' } satisfies FinishedVideo['footage'];
    const source = shop.videos.upload(`${number}-01`, { footage });
    const { body: asked } = await deliver(number, { '01': source });
    const { status, body } = await deliver(number, { '01': source }, { '01': asked.fields![`downloadUrls.${number}-01`]! });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect((await shop.stored(number)).status).toBe('未対応');
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, UPRIGHT) })).status).toBe(200);
  });

  test('when its admin confirms, then it is delivered, mailed once, and the audit log says what was confirmed', async () => {
    const { number } = await shop.buy({ items: [itemOf('26')] });
    const source = shop.videos.upload(`${number}-01`, LYING);
    expect((await deliver(number, { '01': source }, {})).body.code).toBe('DeliveryDoubtful');
    const answer = await deliver(number, { '01': source }, { '01': LIES });
    expect([answer.status, answer.body.status]).toEqual([200, '納品済み']);
    const [event] = await desk.untilEvents({ number, type: 'order.delivered', count: 1 });
    expect(event).toBeDefined();
    await desk.untilActed(number, 'order.delivered');
    expect(desk.actsOn(number).map(({ after }) => after?.['confirmedDoubts'])).toEqual([[`${number}-01：${LIES}`]]);

    // The same delivery again is what it was, confirmed or not.
    for (const confirmed of [{ '01': LIES }, undefined]) {
      const again = await deliver(number, { '01': source }, confirmed);
      expect([again.status, again.body.downloadPath]).toEqual([200, answer.body.downloadPath]);
    }
    expect(desk.eventsOf('order.delivered', number)).toHaveLength(1);
  });

  test('when a confirmation comes for what is sound, then the audit log says nothing of doubts', async () => {
    const { number } = await shop.buy({ items: [itemOf('27')] });
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, UPRIGHT) }, { '01': LIES })).status).toBe(200);
    await desk.untilActed(number, 'order.delivered');
    expect(desk.actsOn(number).map(({ after }) => after)).toEqual([{ status: '納品済み', lines: [`${number}-01`] }]);
  });
});

describe('the confirmation of doubts', () => {
  /** An order whose first video lies the wrong way; of the second nothing is known yet. */
  const asked = async () => {
    const other = await shop.buy({ items: [itemOf('28')] });
    const { number } = await shop.buy({ items: [itemOf('29'), itemOf('30')] });
    const urls = { '01': shop.videos.upload(`${number}-01`, LYING), '02': shop.videos.upload(`${number}-02`, UPRIGHT) };
    expect((await deliver(number, urls)).body.fields).toEqual({ [`downloadUrls.${number}-01`]: LIES });
    const twin = { sameContent: [{ id: 'another', lineId: `${other.number}-01` }] };
    const ofOther = `別の明細の動画と内容が同じです（${other.number}-01：関東オープン 2026・メンズフィジーク・28・縦動画）。`;
    return { number, urls, twin, ofOther };
  };

  test('when another line became doubtful since it was asked, then it asks again about all, and nothing goes out until that is read', async () => {
    const { number, urls, twin, ofOther } = await asked();
    shop.videos.tell(urls['02'], { ...UPRIGHT, ...twin });
    const again = await deliver(number, urls, { '01': LIES });
    expect([again.status, again.body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(again.body.fields).toEqual({ [`downloadUrls.${number}-01`]: LIES, [`downloadUrls.${number}-02`]: ofOther });
    expect((await shop.stored(number)).status).toBe('未対応');
    expect((await deliver(number, urls, { '01': LIES, '02': ofOther })).status).toBe(200);
  });

  test('when one more doubt of the same line was found since, then it asks again', async () => {
    const { number, urls, twin, ofOther } = await asked();
    shop.videos.tell(urls['01'], { ...LYING, ...twin });
    const again = await deliver(number, urls, { '01': LIES });
    expect([again.status, again.body.fields]).toEqual([409, { [`downloadUrls.${number}-01`]: `${LIES}${ofOther}` }]);
    expect((await deliver(number, urls, { '01': `${LIES}${ofOther}` })).status).toBe(200);
  });

  test('when a doubt has gone since, then what is left was read, and the audit log says that alone', async () => {
    const { number, urls, ofOther } = await asked();
    expect((await deliver(number, urls, { '01': `${LIES}${ofOther}`, '02': ofOther })).status).toBe(200);
    expect((await desk.untilActed(number, 'order.delivered')).after).toMatchObject({ confirmedDoubts: [`${number}-01：${LIES}`] });
  });

  test('when it confirms the doubts of another line, or all there may be, then it asks', async () => {
    const { number, urls } = await asked();
    const others: Record<string, string>[] = [
      { '02': LIES },
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

describe('a video whose content another line has, too', () => {
  test('when that is a line of another bib, in this order or another one, then it is doubtful', async () => {
    const first = await shop.buy({ items: [itemOf('31')] });
    const { number } = await shop.buy({ items: [itemOf('32'), itemOf('33')] });
    const alike = (lineId: string, source = 'video:another') => ({
      ...UPRIGHT,
      sameContent: [{ id: source.replace('video:', ''), lineId }],
    });
    const source = shop.videos.upload(`${number}-01`, alike(`${first.number}-01`));
    const { status, body } = await deliver(number, {
      '01': source,
      '02': shop.videos.upload(`${number}-02`, alike(`${number}-01`, source)),
    });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
    expect(body.fields).toEqual({
      [`downloadUrls.${number}-01`]: `別の明細の動画と内容が同じです（${first.number}-01：関東オープン 2026・メンズフィジーク・31・縦動画）。`,
      [`downloadUrls.${number}-02`]: `別の明細の動画と内容が同じです（${number}-01：関東オープン 2026・メンズフィジーク・32・縦動画）。`,
    });
  });

  test('when that is the same bib in the order of another customer, or a line that nobody knows, then it is not', async () => {
    const other = await shop.buy({ items: [itemOf('34')] });
    const { number } = await shop.buy({ items: [itemOf('34')] });
    const sameContent = [`${other.number}-01`, '00000000-01'].map((lineId) => ({ id: 'another', lineId }));
    expect((await deliver(number, { '01': shop.videos.upload(`${number}-01`, { ...UPRIGHT, sameContent }) })).status).toBe(200);
  });

  test('when another video was delivered for that line in the end, or is with this one, then it is not', async () => {
    const stored = await shop.buy({ items: [itemOf('37')] });
    const outside = await shop.buy({ items: [itemOf('38')] });
    const { number } = await shop.buy({ items: [itemOf('39'), itemOf('40')] });
    const wrong = (lineId: string) => ({ id: shop.videos.upload(lineId, UPRIGHT).replace('video:', ''), lineId });
    const sameContent = [`${stored.number}-01`, `${outside.number}-01`, `${number}-02`].map(wrong);
    await deliver(stored.number, { '01': shop.videos.upload(`${stored.number}-01`, UPRIGHT) });
    await deliver(outside.number, { '01': 'https://videos.example/38' });
    const right = shop.videos.upload(`${number}-01`, { ...UPRIGHT, sameContent });
    expect((await deliver(number, { '01': right, '02': shop.videos.upload(`${number}-02`, UPRIGHT) })).status).toBe(200);
  });

  test('when that line has that very video, then it is doubtful', async () => {
    const other = await shop.buy({ items: [itemOf('41')] });
    const { number } = await shop.buy({ items: [itemOf('42')] });
    const source = shop.videos.upload(`${other.number}-01`, UPRIGHT);
    expect((await deliver(other.number, { '01': source })).status).toBe(200);
    const sameContent = [{ id: source.replace('video:', ''), lineId: `${other.number}-01` }];
    const { status, body } = await deliver(number, { '01': shop.videos.upload(`${number}-01`, { ...UPRIGHT, sameContent }) });
    expect([status, body.code]).toEqual([409, 'DeliveryDoubtful']);
  });
});

describe('the extension of a page', () => {
  test('when its stored video is gone, then it is refused by the name of its line; when media is away, nothing changes either', async () => {
    const { number } = await shop.buy({ items: [itemOf('35'), itemOf('36')] });
    const source = shop.videos.upload(`${number}-01`, UPRIGHT);
    await deliver(number, { '01': source, '02': 'https://videos.example/36' });
    expect((await desk.extend(number)).status).toBe(200);
    const { download } = await shop.stored(number);
    shop.videos.setAway(true);
    expect((await desk.extend(number)).status).toBe(503);
    shop.videos.setAway(false);
    shop.videos.forget(source);
    const { status, body } = await desk.extend(number);
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'FinishedVideoGone', [`downloadUrls.${number}-01`]]);
    expect(body.message).toContain('もう一度アップロード');
    expect((await shop.stored(number)).download).toEqual(download);
  });
});

describe('another download of a video', () => {
  test('when its stored video is gone, then it is refused; a link beside it can be had once more', async () => {
    const { number } = await shop.buy({ items: [itemOf('37'), itemOf('38')] });
    const source = shop.videos.upload(`${number}-01`, UPRIGHT);
    const pageId = pageIdOf(await deliver(number, { '01': source, '02': 'https://videos.example/38' }));
    for (const line of ['01', '02']) expect((await desk.claim(pageId, `${number}-${line}`)).status).toBe(200);
    shop.videos.forget(source);
    const { status, body } = await desk.reArm(number, '01');
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'FinishedVideoGone', [`downloadUrls.${number}-01`]]);
    expect((await desk.reArm(number, '02')).status).toBe(200);
    expect((await shop.stored(number)).lines.map(({ claim }) => claim === undefined)).toEqual([false, true]);
  });
});
