import { beforeAll, expect, test } from '@jest/globals';
import type { RosterPreview } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import type { CatalogDeps } from '../../src/domain/deps.ts';
import { applyRoster } from '../../src/domain/roster/apply-roster.ts';
import { planRoster } from '../../src/domain/roster/plan-roster.ts';
import { readRosterFile, readRosterRows } from '../../src/domain/roster/read-roster.ts';
import { csvOf, startTestRosters } from '../support/rosters.ts';

const rosters = useService(startTestRosters);
let deps: CatalogDeps;
beforeAll(async () => {
  deps = await rosters.catalog.openDeps();
});

const actor = { id: 'admin', email: 'admin@example.jp', ip: '127.0.0.1' };
const TAKEN = '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。';
const CHANGED = 'この選手の情報は、ほかの画面で変更されました。最新の内容を確認して、もう一度お試しください。';

/** An import that has read the athletes and not written anything yet. */
const planFor = async (contestId: string, file: string) => {
  const contest = await deps.contests.find(contestId);
  if (!contest) throw new Error(`Contest ${contestId} does not exist`);
  const { rows } = readRosterRows(readRosterFile(Buffer.from(file)));
  const athletes = await deps.athletes.list({ contestId, includeDeleted: true });
  return { contest, actor, rows: planRoster({ contest, rows, athletes }) };
};

test('when athletes of some rows change after planning, then only these rows are refused, each with its reason', async () => {
  const { id } = await rosters.contest();
  const create = (athleteNumber: string) => rosters.catalog.athlete(id, { athleteNumber, category: '男子', name: '前' });
  const [renamed, deleted, kept, same] = [await create('1'), await create('2'), await create('3'), await create('4')];
  const plan = await planFor(id, csvOf('1,後,男子,,,,', '2,後,男子,,,,', '3,後,男子,,,,', '4,前,男子,,,,', '5,,男子,,,,', '6,,男子,,,,'));

  const base = `/api/contests/${id}/athletes`;
  await rosters.catalog.call('PATCH', `${base}/${renamed.id}`, { body: { name: '間' } });
  await rosters.catalog.call('DELETE', `${base}/${deleted.id}`);
  const between = await create('5');

  const applied = await applyRoster(deps, plan);
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

test('when another admin makes the same change after planning, then the row counts as updated', async () => {
  const { id } = await rosters.contest();
  const athlete = await rosters.catalog.athlete(id, { athleteNumber: '1', category: '男子', name: '前' });
  const plan = await planFor(id, csvOf('1,後,男子,,,,'));
  await rosters.catalog.call('PATCH', `/api/contests/${id}/athletes/${athlete.id}`, { body: { name: '後' } });
  expect((await applyRoster(deps, plan)).map(({ outcome }) => outcome.action)).toEqual(['update']);
  expect(await rosters.all(id)).toEqual([{ ...athlete, name: '後', version: 2 }]);
});

test('when a category is deleted after planning, then it is restored with the athletes put into it', async () => {
  const { id } = await rosters.contest();
  const category = await rosters.catalog.category(id, '学生');
  const plan = await planFor(id, csvOf('1,,学生,,,,'));
  expect((await rosters.catalog.call('DELETE', `/api/contests/${id}/categories/${category.id}`)).status).toBe(204);
  await applyRoster(deps, plan);
  const { body } = await rosters.catalog.call('GET', `/api/contests/${id}/categories`);
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['男子', '女子', '学生']);
});

test('when the contest is deleted after planning, then nothing is stored', async () => {
  const { id } = await rosters.contest();
  const plan = await planFor(id, csvOf('1,,男子,,,,'));
  await rosters.catalog.call('DELETE', `/api/contests/${id}`);
  await expect(applyRoster(deps, plan)).rejects.toMatchObject({ code: 'NotFound' });
  expect(await rosters.catalog.database.collection('athletes').countDocuments({ contestId: id })).toBe(0);
});

test('when the same preview is applied ten times at once, then each athlete is stored once and the counts add up', async () => {
  const { id } = await rosters.contest();
  const file = csvOf(...Array.from({ length: 50 }, (_, index) => `${index},選手 ${index},男子,,,,`));
  const { fingerprint } = await rosters.preview(id, file);
  const responses = await Promise.all(Array.from({ length: 10 }, () => rosters.send(id, file, { apply: true, fingerprint })));
  const done: RosterPreview[] = responses.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(10 - done.length);
  expect(done.reduce((sum, { counts }) => sum + counts.create, 0)).toBe(50);
  expect(await rosters.all(id)).toHaveLength(50);
});
