import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Contest } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
let contest: Contest;
let hidden: Contest;
beforeAll(async () => {
  contest = await catalog.contest({ name: '価格の大会', videoPublished: true });
  hidden = await catalog.contest();
  await catalog.category(contest.id, '男子');
});

const quote = (items: unknown[]) => catalog.internal('POST', '/internal/quote', { items });
const item = (athleteNumber: string, fields: Record<string, unknown> = {}) => ({
  contestId: contest.id,
  category: '男子',
  athleteNumber,
  videoStyle: '縦動画',
  ...fields,
});
const athlete = (athleteNumber: string, fields: Record<string, unknown> = {}) =>
  catalog.athlete(contest.id, { athleteNumber, category: '男子', ...fields });
const refusedCodes = async (items: unknown[]) => {
  const { status, body } = await quote(items);
  expect([status, body.code]).toEqual([409, 'ItemsUnavailable']);
  return body.refused;
};

describe('a quote', () => {
  test('when all items are on sale, then each line has the price of its style and the stored names', async () => {
    await athlete('1', { name: '山田 太郎', verticalVideoPrice: 4000, horizontalVideoPrice: 6000 });
    const response = await quote([item('1'), item('１', { videoStyle: '横動画', category: ' 男子 ' })]);
    expect(response.status).toBe(200);
    const line = { contestId: contest.id, contestName: '価格の大会', category: '男子', athleteNumber: '1', athleteName: '山田 太郎' };
    expect(response.body).toEqual({
      lines: [
        { ...line, videoStyle: '縦動画', price: 4000 },
        { ...line, videoStyle: '横動画', price: 6000 },
      ],
    });
  });

  test('when an athlete has no price, then the line costs 3,500 yen; a price of zero stays zero (customer 9.4)', async () => {
    await athlete('2', { verticalVideoPrice: null, horizontalVideoPrice: 0 });
    const { body } = await quote([item('2'), item('2', { videoStyle: '横動画' })]);
    expect(body.lines.map(({ price }: { price: number }) => price)).toEqual([3500, 0]);
  });

  test('when bibs are similar, then only exact matches are found', async () => {
    await athlete('12', { verticalVideoPrice: 1200 });
    await athlete('012', { verticalVideoPrice: 1300 });
    await athlete('12A', { verticalVideoPrice: 1400 });
    const { body } = await quote([item('12A'), item('012'), item('12'), item('12')]);
    expect(body.lines.map(({ price }: { price: number }) => price)).toEqual([1400, 1300, 1200, 1200]);
    expect(await refusedCodes([item('0012'), item('12a'), item('12 A')])).toEqual([
      { index: 0, code: 'AthleteNotFound' },
      { index: 1, code: 'AthleteNotFound' },
      { index: 2, code: 'AthleteNotFound' },
    ]);
  });

  test('when items are unavailable, then all of them are returned with their reasons, without prices', async () => {
    const ok = await athlete('30');
    await athlete('31', { videoStatus: '受注停止' });
    const gone = await athlete('32');
    await catalog.call('DELETE', `/api/contests/${contest.id}/athletes/${gone.id}`);
    await catalog.athlete(hidden.id, { athleteNumber: '1' });
    const deletedContest = await catalog.contest({ videoPublished: true });
    await catalog.athlete(deletedContest.id, { athleteNumber: '1' });
    await catalog.call('DELETE', `/api/contests/${deletedContest.id}`);

    const { status, body } = await quote([
      item(ok.athleteNumber),
      item('31'),
      item('32'),
      item('999'),
      item('30', { category: '女子' }),
      item('1', { contestId: hidden.id, category: '未分類' }),
      item('1', { contestId: deletedContest.id, category: '未分類' }),
      item('1', { contestId: '__proto__' }),
    ]);
    expect(status).toBe(409);
    expect(body).toEqual({
      code: 'ItemsUnavailable',
      message: '現在ご注文いただけない動画が含まれています。該当の項目を変更してください。',
      refused: [
        { index: 1, code: 'AthleteNotOnSale' },
        { index: 2, code: 'AthleteNotFound' },
        { index: 3, code: 'AthleteNotFound' },
        { index: 4, code: 'AthleteNotFound' },
        { index: 5, code: 'ContestNotPublished' },
        { index: 6, code: 'ContestNotFound' },
        { index: 7, code: 'ContestNotFound' },
      ],
    });
  });

  test.each(['未撮影', '撮影完了', '編集中', '確認中', '受注停止'])(
    'when the video status is %s, then the item is refused (customer 2.26; admin 4.16)',
    async (videoStatus) => {
      await athlete(`S${videoStatus}`, { videoStatus });
      expect(await refusedCodes([item(`S${videoStatus}`)])).toEqual([{ index: 0, code: 'AthleteNotOnSale' }]);
    },
  );

  test('when only the photo status is 受注停止, then the video is on sale', async () => {
    await athlete('40', { photoStatus: '受注停止' });
    expect((await quote([item('40')])).status).toBe(200);
  });

  test('when the contest is unpublished or its publication is not due, then its items are refused', async () => {
    const { id } = await catalog.contest({ videoPublished: true });
    await catalog.athlete(id, { athleteNumber: '1' });
    const one = [item('1', { contestId: id, category: '未分類' })];
    expect((await quote(one)).status).toBe(200);
    await catalog.call('PATCH', `/api/contests/${id}`, { body: { videoPublished: false } });
    expect(await refusedCodes(one)).toEqual([{ index: 0, code: 'ContestNotPublished' }]);
    const scheduledPublishDate = new Date(Date.now() + 3_600_000).toISOString();
    await catalog.call('PATCH', `/api/contests/${id}`, { body: { sitePublicStatus: '公開予約', scheduledPublishDate } });
    expect(await refusedCodes(one)).toEqual([{ index: 0, code: 'ContestNotPublished' }]);
  });

  test('when 50 items of two contests are requested, then the lines are in the order of the items', async () => {
    const other = await catalog.contest({ videoPublished: true });
    const bibs = Array.from({ length: 25 }, (_, index) => `Q${index}`);
    for (const [id, category] of [
      [contest.id, '男子'],
      [other.id, '未分類'],
    ]) {
      const athletes = bibs.map((athleteNumber, index) => ({
        athleteNumber,
        category,
        videoStatus: '販売中',
        verticalVideoPrice: index * 100,
      }));
      await catalog.call('POST', `/api/contests/${id}/athletes/bulk-create`, { body: { athletes } });
    }
    const items = bibs.flatMap((bib) => [item(bib), item(bib, { contestId: other.id, category: '未分類' })]);
    const { body } = await quote(items);
    expect(body.lines.map(({ price }: { price: number }) => price)).toEqual(items.map((_, index) => Math.floor(index / 2) * 100));
  });

  test.each([
    ['no items', []],
    ['51 items', Array.from({ length: 51 }, () => ({ contestId: 'c', category: 'x', athleteNumber: '1', videoStyle: '縦動画' }))],
    ['a MongoDB operator as a number', [{ contestId: 'c', category: 'x', athleteNumber: { $ne: null }, videoStyle: '縦動画' }]],
    ['an unknown style', [{ contestId: 'c', category: 'x', athleteNumber: '1', videoStyle: '斜め' }]],
    ['a contest id that is a path', [{ contestId: '../c', category: 'x', athleteNumber: '1', videoStyle: '縦動画' }]],
  ])('when the request contains %s, then it is refused', async (_what, items) => {
    expect((await quote(items)).status).toBe(400);
  });
});
