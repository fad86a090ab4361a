import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Contest, type FoundAthlete, foundAthletesSchema, MAX_FOUND_ATHLETES } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);
let spring: Contest;
let autumn: Contest;

const search = async (q: string) => {
  const response = await catalog.call('GET', `/api/contests/athlete-search?q=${encodeURIComponent(q)}`, { as: 'anonymous' });
  expect(response.status).toBe(200);
  return foundAthletesSchema.parse(response.body);
};
const label = ({ contestName, athleteNumber, name }: FoundAthlete): string => `${contestName} ${athleteNumber} ${name ?? ''}`.trim();
const found = async (q: string): Promise<string[]> => (await search(q)).athletes.map(label);

beforeAll(async () => {
  spring = await catalog.contest({ name: '春', videoPublished: true });
  autumn = await catalog.contest({ name: '秋', videoPublished: true });
  const hidden = await catalog.contest({ name: '冬' });
  await catalog.category(spring.id, '男子');
  await catalog.athlete(spring.id, { athleteNumber: '12', name: '山田 花子', category: '男子' });
  await catalog.athlete(spring.id, { athleteNumber: '120', name: 'サトウ タロウ' });
  await catalog.athlete(spring.id, { athleteNumber: '7', name: 'Anna 12 Smith' });
  await catalog.athlete(spring.id, { athleteNumber: '8', name: '鈴木 停止', videoStatus: '受注停止' });
  await catalog.athlete(autumn.id, { athleteNumber: '12A', name: null });
  await catalog.athlete(autumn.id, { athleteNumber: '12', name: '佐藤 次郎' });
  await catalog.athlete(hidden.id, { athleteNumber: '12', name: '山田 未公開' });
});

describe('the search for an athlete', () => {
  test('when a number is searched, then equal numbers come first, then longer ones, then names that contain it', async () => {
    expect(await found('12')).toEqual(['秋 12 佐藤 次郎', '春 12 山田 花子', '秋 12A', '春 120 サトウ タロウ', '春 7 Anna 12 Smith']);
  });

  test('when a match is found, then it has what an order needs', async () => {
    const { athletes, hasMore } = await search('山田');
    expect(hasMore).toBe(false);
    expect(athletes).toEqual([
      { contestId: spring.id, contestName: '春', contestSlug: spring.slug, category: '男子', athleteNumber: '12', name: '山田 花子' },
    ]);
  });

  test.each([
    ['full-width digits', '１２ａ', '秋 12A'],
    ['no space between the names', '山田花子', '春 12 山田 花子'],
    ['an ideographic space', '山田　花子', '春 12 山田 花子'],
    ['hiragana', 'さとう', '春 120 サトウ タロウ'],
    ['half-width katakana', 'ｻﾄｳ', '春 120 サトウ タロウ'],
    ['other case', 'anna', '春 7 Anna 12 Smith'],
  ])('when the query has %s, then the athlete is found', async (_what, q, expected) => {
    expect(await found(q)).toEqual([expected]);
  });

  test.each(['', '   ', '　'])('when the query is empty (%j), then nothing is found', async (q) => {
    expect(await search(q)).toEqual({ athletes: [], hasMore: false });
  });

  test.each(['停止', '未公開', '.*', '$ne'])('when the query (%s) matches only what is not on sale, then nothing is found', async (q) => {
    expect(await found(q)).toEqual([]);
  });

  test.each(['', `?q=${'あ'.repeat(61)}`, '?q=a&q=b', '?q[$ne]=1'])('when the query is invalid (%s), then it is refused', async (query) => {
    expect((await catalog.call('GET', `/api/contests/athlete-search${query}`, { as: 'anonymous' })).status).toBe(400);
  });

  test('when an athlete is renamed, taken off sale, or its contest unpublished, then the search shows it at once', async () => {
    const contest = await catalog.contest({ name: '夏', videoPublished: true });
    const athlete = await catalog.athlete(contest.id, { athleteNumber: '1', name: '変更 前' });
    const path = `/api/contests/${contest.id}/athletes/${athlete.id}`;
    expect(await found('変更')).toEqual(['夏 1 変更 前']);
    await catalog.call('PATCH', path, { body: { name: '変更 後' } });
    expect(await found('変更')).toEqual(['夏 1 変更 後']);
    await catalog.call('PATCH', path, { body: { videoStatus: '確認中' } });
    expect(await found('変更')).toEqual([]);
    await catalog.call('PATCH', path, { body: { videoStatus: '販売中' } });
    await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { videoPublished: false } });
    expect(await found('変更')).toEqual([]);
  });
});

test('when more athletes match than are listed, then the first ones are listed and the response says so', async () => {
  const { id } = await catalog.contest({ name: '多数', videoPublished: true });
  const athletes = Array.from({ length: MAX_FOUND_ATHLETES + 1 }, (_, index) => ({
    ...{ athleteNumber: `${500 + index}`, name: '同姓 同名', category: '未分類', videoStatus: '販売中' },
  }));
  await catalog.call('POST', `/api/contests/${id}/athletes/bulk-create`, { body: { athletes } });
  const { athletes: listed, hasMore } = await search('同姓');
  expect([listed.map(({ athleteNumber }) => athleteNumber), hasMore]).toEqual([
    athletes.slice(0, MAX_FOUND_ATHLETES).map(({ athleteNumber }) => athleteNumber),
    true,
  ]);
});
