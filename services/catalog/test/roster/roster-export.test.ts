import { expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { HEADER, startTestRosters } from '../support/rosters.ts';

const rosters = useService(startTestRosters);

const DIFFICULT_NAMES = ['=HYPERLINK("https://evil.example","x")', '+1', '-1', '@x', "'=1", "'90", 'a,b', 'say "no"', '＝1', '山田 太郎'];

test('when athletes are exported, then the CSV file is sorted by bib and has no deleted athletes and no formulas', async () => {
  const { id } = await rosters.contest({ name: '第1回 "東京" 大会/予選' });
  await rosters.catalog.athlete(id, { athleteNumber: '10', category: '男子', name: '=1+1', horizontalVideoPrice: null });
  await rosters.catalog.athlete(id, { athleteNumber: '-2', category: '女子', videoStatus: '未撮影' });
  const gone = await rosters.catalog.athlete(id, { athleteNumber: '3', category: '男子' });
  await rosters.catalog.call('DELETE', `/api/contests/${id}/athletes/${gone.id}`);

  const response = await rosters.export(id);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="athletes.csv"; filename*=UTF-8''${encodeURIComponent('第1回 _東京_ 大会_予選_選手名簿.csv')}`,
  );
  expect(response.body.toString('utf8')).toBe(
    `\uFEFF${HEADER}\r\n10,'=1+1,男子,販売中,未撮影,5000,\r\n'-2,,女子,未撮影,未撮影,5000,5000\r\n`,
  );
});

test('when an export with any names is imported again, then nothing changes', async () => {
  const { id } = await rosters.contest();
  for (const [index, name] of DIFFICULT_NAMES.entries()) {
    await rosters.catalog.athlete(id, {
      athleteNumber: index % 2 ? `${index}` : `-${index}`,
      category: '男子',
      name,
      verticalVideoPrice: index * 100 || null,
    });
  }
  const before = await rosters.all(id);
  const { body: file } = await rosters.export(id);
  expect((await rosters.preview(id, file)).counts).toEqual({ create: 0, update: 0, same: DIFFICULT_NAMES.length, refused: 0 });
  expect((await rosters.apply(id, file)).counts.same).toBe(DIFFICULT_NAMES.length);
  expect(await rosters.all(id)).toEqual(before);
});

test('when an export is imported into another contest with the same categories, then it has the same athletes', async () => {
  const [from, to] = [await rosters.contest(), await rosters.contest()];
  for (const [index, name] of DIFFICULT_NAMES.entries()) {
    await rosters.catalog.athlete(from.id, { athleteNumber: String(index), category: '男子', name });
  }
  await rosters.apply(to.id, (await rosters.export(from.id)).body);
  const without = async (contestId: string) => (await rosters.all(contestId)).map(({ id: _id, contestId: _contest, ...rest }) => rest);
  expect(await without(to.id)).toEqual(await without(from.id));
});

test('when there are no athletes, then the file has only the headings', async () => {
  const { id } = await rosters.contest();
  expect((await rosters.export(id)).body.toString('utf8')).toBe(`\uFEFF${HEADER}\r\n`);
});

test('when the contest is unknown, then the response is a 404; callers who are not admins are refused', async () => {
  expect((await rosters.export('unknown')).status).toBe(404);
  const { id } = await rosters.contest();
  expect((await rosters.export(id, 'anonymous')).status).toBe(401);
  expect((await rosters.export(id, 'customer')).status).toBe(403);
});
