import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { RosterPreview } from '@stagereel/contracts';
import type mongoose from 'mongoose';
import { applyRoster } from '../src/domain/roster/apply-roster.ts';
import { planRoster } from '../src/domain/roster/plan-roster.ts';
import { readRosterFile } from '../src/domain/roster/read-roster-file.ts';
import { readRosterRows } from '../src/domain/roster/read-roster-rows.ts';
import { openCatalogStore } from '../src/models/open-catalog-store.ts';
import { csvOf, startTestRosters, type TestRosters } from './support/rosters.ts';

let rosters: TestRosters;
let store: Awaited<ReturnType<typeof openCatalogStore>>;
beforeAll(async () => {
  rosters = await startTestRosters();
  store = await openCatalogStore({ connection: rosters.catalog.database as mongoose.Connection, onEvents: () => undefined });
});
afterAll(() => rosters?.catalog.stop());

const actor = { id: 'admin', email: 'admin@example.jp', ip: '127.0.0.1' };
const TAKEN = '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。';
const CHANGED = 'この選手の情報は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。';

/** What an import is between its last look at the athletes and its first write. */
const planFor = async (contestId: string, file: string) => {
  const contest = await store.contests.find(contestId);
  if (!contest) throw new Error('no contest');
  const { rows } = readRosterRows(readRosterFile(Buffer.from(file)));
  const athletes = await store.athletes.list({ contestId, includeDeleted: true });
  return { contest, actor, rows: planRoster({ contest, rows, athletes }) };
};

test('when somebody is faster with some rows, these alone are refused, each with its reason, and nothing of theirs is lost', async () => {
  const { id } = await rosters.contest();
  const made = (athleteNumber: string) => rosters.catalog.athlete(id, { athleteNumber, category: '男子', name: '前' });
  const [renamed, deleted, kept, same] = [await made('1'), await made('2'), await made('3'), await made('4')];
  const plan = await planFor(id, csvOf('1,後,男子,,,,', '2,後,男子,,,,', '3,後,男子,,,,', '4,前,男子,,,,', '5,,男子,,,,', '6,,男子,,,,'));

  const base = `/api/contests/${id}/athletes`;
  await rosters.catalog.call('PATCH', `${base}/${renamed.id}`, { body: { name: '間' } });
  await rosters.catalog.call('DELETE', `${base}/${deleted.id}`);
  const between = await made('5');

  const applied = await applyRoster(store, plan);
  expect(applied.map(({ row, errors, outcome }) => [row, outcome.action, ...errors])).toEqual([
    [2, 'refused', CHANGED],
    [3, 'refused', CHANGED],
    [4, 'update'],
    [5, 'same'],
    [6, 'refused', TAKEN],
    [7, 'create'],
  ]);
  expect(await rosters.all(id)).toEqual([
    { ...renamed, name: '間', version: 2 },
    { ...deleted, isDeleted: true, version: 2 },
    { ...kept, name: '後', version: 2 },
    same,
    between,
    expect.objectContaining({ athleteNumber: '6' }),
  ]);
});

test('when somebody else makes the very same change, the row is as the file says and counts as done', async () => {
  const { id } = await rosters.contest();
  const athlete = await rosters.catalog.athlete(id, { athleteNumber: '1', category: '男子', name: '前' });
  const plan = await planFor(id, csvOf('1,後,男子,,,,'));
  await rosters.catalog.call('PATCH', `/api/contests/${id}/athletes/${athlete.id}`, { body: { name: '後' } });
  expect((await applyRoster(store, plan)).map(({ outcome }) => outcome.action)).toEqual(['update']);
  expect(await rosters.all(id)).toEqual([{ ...athlete, name: '後', version: 2 }]);
});

test('when a category is removed meanwhile, it comes back with the athletes put into it', async () => {
  const { id } = await rosters.contest();
  const category = await rosters.catalog.category(id, '学生');
  const plan = await planFor(id, csvOf('1,,学生,,,,'));
  expect((await rosters.catalog.call('DELETE', `/api/contests/${id}/categories/${category.id}`)).status).toBe(204);
  await applyRoster(store, plan);
  const { body } = await rosters.catalog.call('GET', `/api/contests/${id}/categories`);
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['男子', '女子', '学生']);
});

test('when the contest is deleted meanwhile, nothing is added', async () => {
  const { id } = await rosters.contest();
  const plan = await planFor(id, csvOf('1,,男子,,,,'));
  await rosters.catalog.call('DELETE', `/api/contests/${id}`);
  await expect(applyRoster(store, plan)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await rosters.catalog.database.collection('athletes').countDocuments({ contestId: id })).toBe(0);
});

test('when the same import is applied ten times at once, each athlete is there once, and nobody is told of more than was done', async () => {
  const { id } = await rosters.contest();
  const file = csvOf(...Array.from({ length: 50 }, (_, index) => `${index},選手 ${index},男子,,,,`));
  const { fingerprint } = await rosters.preview(id, file);
  const answers = await Promise.all(Array.from({ length: 10 }, () => rosters.send(id, file, { apply: true, fingerprint })));
  const done: RosterPreview[] = answers.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(10 - done.length);
  expect(done.reduce((sum, { counts }) => sum + counts.create, 0)).toBe(50);
  expect(await rosters.all(id)).toHaveLength(50);
});
