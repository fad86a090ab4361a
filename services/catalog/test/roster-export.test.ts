import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HEADER, startTestRosters, type TestRosters } from './support/rosters.ts';

let rosters: TestRosters;
beforeAll(async () => {
  rosters = await startTestRosters();
});
afterAll(() => rosters?.catalog.stop());

const NASTY = ['=HYPERLINK("https://evil.example","x")', '+1', '-1', '@x', "'=1", "'90", 'a,b', 'say "no"', '＝1', '山田 太郎'];

test('when athletes are exported, it is a CSV file for spreadsheets, in the order of bibs, without the deleted and without formulas', async () => {
  const { id } = await rosters.contest({ name: '第1回 "東京" 大会/予選' });
  await rosters.catalog.athlete(id, { athleteNumber: '10', category: '男子', name: '=1+1', horizontalVideoPrice: null });
  await rosters.catalog.athlete(id, { athleteNumber: '-2', category: '女子', videoStatus: '未撮影' });
  const gone = await rosters.catalog.athlete(id, { athleteNumber: '3', category: '男子' });
  await rosters.catalog.call('DELETE', `/api/contests/${id}/athletes/${gone.id}`);

  const answer = await rosters.exported(id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="athletes.csv"; filename*=UTF-8''${encodeURIComponent('第1回 _東京_ 大会_予選_選手名簿.csv')}`,
  );
  expect(answer.body.toString('utf8')).toBe(
    `\uFEFF${HEADER}\r\n10,'=1+1,男子,販売中,未撮影,5000,\r\n'-2,,女子,未撮影,未撮影,5000,5000\r\n`,
  );
});

test('when an export is imported again, whatever the names are, nothing changes', async () => {
  const { id } = await rosters.contest();
  for (const [index, name] of NASTY.entries()) {
    await rosters.catalog.athlete(id, {
      athleteNumber: index % 2 ? `${index}` : `-${index}`,
      category: '男子',
      name,
      verticalVideoPrice: index || null,
    });
  }
  const before = await rosters.all(id);
  const { body: file } = await rosters.exported(id);
  expect((await rosters.preview(id, file)).counts).toEqual({ create: 0, update: 0, same: NASTY.length, refused: 0 });
  expect((await rosters.applied(id, file)).counts.same).toBe(NASTY.length);
  expect(await rosters.all(id)).toEqual(before);
});

test('when an export is imported into another contest with its categories, the same athletes are there', async () => {
  const [from, to] = [await rosters.contest(), await rosters.contest()];
  for (const [index, name] of NASTY.entries()) {
    await rosters.catalog.athlete(from.id, { athleteNumber: String(index), category: '男子', name });
  }
  await rosters.applied(to.id, (await rosters.exported(from.id)).body);
  const without = async (contestId: string) => (await rosters.all(contestId)).map(({ id: _id, contestId: _contest, ...rest }) => rest);
  expect(await without(to.id)).toEqual(await without(from.id));
});

test('when there are no athletes, the headings are a form to fill in', async () => {
  const { id } = await rosters.contest();
  expect((await rosters.exported(id)).body.toString('utf8')).toBe(`\uFEFF${HEADER}\r\n`);
});

test('when the contest is unknown, it is a 404; strangers are asked to sign in', async () => {
  expect((await rosters.exported('unknown')).status).toBe(404);
  const { id } = await rosters.contest();
  expect((await rosters.exported(id, 'anonymous')).status).toBe(401);
  expect((await rosters.exported(id, 'customer')).status).toBe(403);
});
