import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Athlete, Contest } from '@stagereel/contracts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
let contest: Contest;
beforeAll(async () => {
  catalog = await startTestCatalog();
  contest = await catalog.contest();
  await catalog.category(contest.id, '男子');
  await catalog.category(contest.id, '女子');
});
afterAll(() => catalog?.stop());

let lastBib = 0;
/** A bib no other test uses. */
const freshBib = (): string => {
  lastBib += 1;
  return `N${lastBib}`;
};

const base = () => `/api/contests/${contest.id}/athletes`;
const add = (body: unknown) => catalog.call('POST', base(), { body });
const patch = (id: string, body: unknown) => catalog.call('PATCH', `${base()}/${id}`, { body });
const softDelete = (id: string) => catalog.call('DELETE', `${base()}/${id}`);
const purge = (id: string) => catalog.call('DELETE', `${base()}/${id}/permanent`);
const made = (fields: Record<string, unknown> = {}): Promise<Athlete> =>
  catalog.athlete(contest.id, { category: '男子', athleteNumber: freshBib(), ...fields });
const stored = (id: string) => catalog.database.collection('athletes').findOne({ _id: id as never });
const found = async (id: string): Promise<Athlete | undefined> =>
  (await catalog.athletes(contest.id, { includeDeleted: true })).find((athlete) => athlete.id === id);

describe('adding an athlete', () => {
  test('when number and category are given, the rest is as the back office expects', async () => {
    const answer = await add({ athleteNumber: ' ０１２ ', category: '男子' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      contestId: contest.id,
      athleteNumber: '012',
      name: null,
      category: '男子',
      videoStatus: '未撮影',
      photoStatus: '未撮影',
      verticalVideoPrice: 5000,
      horizontalVideoPrice: 5000,
      isDeleted: false,
      version: 1,
    });
    expect(await found(answer.body.id)).toEqual(answer.body);
    const [act] = await catalog.acts('athlete.created', answer.body.id);
    expect(act?.data).toMatchObject({ target: { type: 'athlete', label: '男子 012' }, after: { contestId: contest.id } });
  });

  test('when bibs differ by a zero or a letter, or the category or contest does, they are different athletes', async () => {
    const number = freshBib();
    for (const athleteNumber of [number, `0${number}`, `${number}A`]) {
      expect((await add({ athleteNumber, category: '男子' })).status).toBe(201);
    }
    expect((await add({ athleteNumber: number, category: '女子' })).status).toBe(201);
    expect((await add({ athleteNumber: number, category: '未分類' })).status).toBe(201);
    const other = await catalog.contest();
    await catalog.category(other.id, '男子');
    await catalog.athlete(other.id, { athleteNumber: number, category: '男子' });
  });

  test('when the bib is taken, in whatever width, it is refused', async () => {
    const athlete = await made({ athleteNumber: '77B' });
    const answer = await add({ athleteNumber: '７７Ｂ', category: '男子' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { code: 'AthleteNumberTaken', message: '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。' },
    ]);
    expect((await catalog.athletes(contest.id)).filter(({ athleteNumber }) => athleteNumber === '77B')).toEqual([athlete]);
  });

  test('when 20 of one bib come at once, one is stored', async () => {
    const athleteNumber = freshBib();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ athleteNumber, category: '男子' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const all = await catalog.athletes(contest.id);
    expect(all.filter((athlete) => athlete.athleteNumber === athleteNumber)).toHaveLength(1);
  });

  test('when the category is not of this contest, it is refused', async () => {
    for (const category of ['ない', '__proto__', 'constructor']) {
      const answer = await add({ athleteNumber: freshBib(), category });
      expect([answer.status, answer.body.code]).toEqual([400, 'CategoryUnknown']);
    }
  });

  test.each([
    ['no number', { category: '男子' }],
    ['a blank number', { category: '男子', athleteNumber: '　' }],
    ['a number that is one', { category: '男子', athleteNumber: 12 }],
    ['a number of 10,000 characters', { category: '男子', athleteNumber: '1'.repeat(10_000) }],
    ['a name of 10,000 characters', { category: '男子', athleteNumber: 'x1', name: 'あ'.repeat(10_000) }],
    ['an operator for a number', { category: '男子', athleteNumber: { $ne: null } }],
    ['an operator for a category', { category: { $gt: '' }, athleteNumber: 'x2' }],
    ['a price below zero', { category: '男子', athleteNumber: 'x3', verticalVideoPrice: -100 }],
    ['a price in fractions', { category: '男子', athleteNumber: 'x4', horizontalVideoPrice: 99.5 }],
    ['a price beyond reason', { category: '男子', athleteNumber: 'x5', horizontalVideoPrice: 1e12 }],
    ['an unknown status', { category: '男子', athleteNumber: 'x6', videoStatus: '売切' }],
  ])('when it comes with %s, it is refused and nothing is stored', async (_what, body) => {
    const before = await catalog.athletes(contest.id, { includeDeleted: true });
    const answer = await add(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'ValidationFailed']);
    expect(await catalog.athletes(contest.id, { includeDeleted: true })).toEqual(before);
  });

  test('when the name is blank, there is none', async () => {
    expect(await made({ name: '  ' })).toMatchObject({ name: null });
  });

  test('when the contest is unknown, it is a 404', async () => {
    const body = { athleteNumber: '1', category: '未分類' };
    expect((await catalog.call('POST', '/api/contests/unknown/athletes', { body })).status).toBe(404);
  });
});

describe('changing an athlete', () => {
  test('when fields are sent, they alone change and the version grows by one', async () => {
    const athlete = await made({ name: '山田 太郎' });
    const change = { name: '山田 次郎', videoStatus: '受注停止', verticalVideoPrice: null, horizontalVideoPrice: 0 };
    const answer = await patch(athlete.id, change);
    expect([answer.status, answer.body]).toEqual([200, { ...athlete, ...change, version: 2 }]);
    expect(await found(athlete.id)).toEqual(answer.body);
    const [act] = await catalog.acts('athlete.updated', athlete.id);
    expect(act?.data).toMatchObject({ before: { name: '山田 太郎' }, after: { name: '山田 次郎', videoStatus: '受注停止' } });
  });

  test('when nothing really changes, neither does the version', async () => {
    const athlete = await made({ name: '山田' });
    for (const body of [{}, { name: ' 山田 ' }, { athleteNumber: athlete.athleteNumber, version: 1 }]) {
      expect((await patch(athlete.id, body)).body).toEqual(athlete);
    }
  });

  test('when legacy states are sent, they are valid', async () => {
    const { id } = await made();
    for (const videoStatus of ['未撮影', '撮影完了', '編集中', '確認中']) {
      expect((await patch(id, { videoStatus })).body).toMatchObject({ videoStatus });
    }
  });

  test('when the version is not the current one, it is refused and nothing changes', async () => {
    const athlete = await made();
    const changed = (await patch(athlete.id, { name: '先', version: 1 })).body;
    const answer = await patch(athlete.id, { name: '後', version: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, 'AthleteChangedMeanwhile']);
    expect(await found(athlete.id)).toEqual(changed);
  });

  test('when 20 changes name the same version at once, one counts', async () => {
    const athlete = await made();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => patch(athlete.id, { name: `${index}`, version: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await found(athlete.id)).toMatchObject({ version: 2 });
  });

  test('when 20 changes of different fields name no version, none is lost', async () => {
    const athlete = await made();
    const bodies = Array.from({ length: 20 }, (_, index) =>
      [{ name: '名' }, { verticalVideoPrice: 100 }, { photoStatus: '受注停止' }, { category: '女子' }].at(index % 4),
    );
    await Promise.all(bodies.map((body) => patch(athlete.id, body)));
    expect(await found(athlete.id)).toMatchObject({
      name: '名',
      verticalVideoPrice: 100,
      photoStatus: '受注停止',
      category: '女子',
      version: 5,
    });
  });

  test('when the new bib or category clashes, it is refused and nothing changes', async () => {
    const first = await made();
    const second = await made();
    const third = await made({ athleteNumber: first.athleteNumber, category: '女子' });
    expect((await patch(second.id, { athleteNumber: first.athleteNumber })).body.code).toBe('AthleteNumberTaken');
    expect((await patch(third.id, { category: '男子' })).body.code).toBe('AthleteNumberTaken');
    expect(await found(second.id)).toEqual(second);
    expect(await found(third.id)).toEqual(third);
  });

  test('when a bib is given up, another may have it', async () => {
    const first = await made();
    await patch(first.id, { athleteNumber: freshBib() });
    expect((await add({ athleteNumber: first.athleteNumber, category: '男子' })).status).toBe(201);
  });

  test('when the new category is not of this contest, it is refused', async () => {
    const athlete = await made();
    expect((await patch(athlete.id, { category: 'ない' })).body.code).toBe('CategoryUnknown');
    expect(await found(athlete.id)).toEqual(athlete);
  });

  test.each([
    ['an operator for the deletion', { isDeleted: { $ne: null } }],
    ['a price in words', { verticalVideoPrice: '5000' }],
    ['a blank number', { athleteNumber: ' ' }],
    ['a name of 10,000 characters', { name: 'あ'.repeat(10_000) }],
  ])('when it comes with %s, it is refused and nothing changes', async (_what, body) => {
    const athlete = await made();
    expect((await patch(athlete.id, body)).status).toBe(400);
    expect(await found(athlete.id)).toEqual(athlete);
  });

  test('when the body tries to reach the prototype or foreign fields, nothing changes', async () => {
    const athlete = await made();
    const answer = await patch(athlete.id, '{"__proto__":{"isDeleted":true},"id":"other","contestId":"other","liveKey":"x"}');
    expect([answer.status, answer.body]).toEqual([200, athlete]);
    expect(await found(athlete.id)).toEqual(athlete);
  });

  test('when the athlete is of another contest, it is a 404', async () => {
    const athlete = await made();
    const other = await catalog.contest();
    for (const [method, rest, body] of [
      ['PATCH', '', { name: '別' }],
      ['DELETE', '', undefined],
      ['DELETE', '/permanent', undefined],
    ] as const) {
      const answer = await catalog.call(method, `/api/contests/${other.id}/athletes/${athlete.id}${rest}`, { body });
      expect(answer.status).toBe(404);
    }
    expect(await found(athlete.id)).toEqual(athlete);
  });
});

describe('deleting, restoring and erasing', () => {
  test('when an athlete is deleted, it is hidden, its bib is free, and a second time changes nothing', async () => {
    const athlete = await made();
    expect((await softDelete(athlete.id)).status).toBe(204);
    expect((await softDelete(athlete.id)).status).toBe(204);
    expect((await catalog.athletes(contest.id)).map(({ id }) => id)).not.toContain(athlete.id);
    expect(await found(athlete.id)).toEqual({ ...athlete, isDeleted: true, version: 2 });
    expect(await stored(athlete.id)).not.toHaveProperty('liveKey');
    expect((await add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(201);
    await catalog.acts('athlete.deleted', athlete.id);
  });

  test('when a deleted athlete is restored, it is back with its bib', async () => {
    const athlete = await made({ name: '戻る人' });
    await softDelete(athlete.id);
    const answer = await patch(athlete.id, { isDeleted: false });
    expect([answer.status, answer.body]).toEqual([200, { ...athlete, version: 3 }]);
    expect((await add({ athleteNumber: athlete.athleteNumber, category: '男子' })).status).toBe(409);
    await catalog.acts('athlete.restored', athlete.id);
  });

  test('when the bib was taken meanwhile, the restoring is refused; with another bib it works', async () => {
    const athlete = await made();
    await softDelete(athlete.id);
    await made({ athleteNumber: athlete.athleteNumber });
    const refused = await patch(athlete.id, { isDeleted: false });
    expect([refused.status, refused.body.code]).toEqual([409, 'AthleteNumberTaken']);
    expect(await found(athlete.id)).toMatchObject({ isDeleted: true, version: 2 });
    expect((await patch(athlete.id, { isDeleted: false, athleteNumber: freshBib() })).status).toBe(200);
  });

  test('when the category is gone meanwhile, the restoring asks for another', async () => {
    const category = await catalog.category(contest.id, '消える級');
    const athlete = await made({ category: '消える級' });
    await softDelete(athlete.id);
    await catalog.call('DELETE', `/api/contests/${contest.id}/categories/${category.id}`);
    expect((await patch(athlete.id, { isDeleted: false })).body.code).toBe('CategoryUnknown');
    expect((await patch(athlete.id, { isDeleted: false, category: '未分類' })).status).toBe(200);
  });

  test('when many deleted athletes had the same bib, one of them comes back', async () => {
    const athleteNumber = freshBib();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { id } = await made({ athleteNumber });
      await softDelete(id);
      ids.push(id);
    }
    const statuses = (await Promise.all(ids.map((id) => patch(id, { isDeleted: false })))).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
  });

  test('when a deleted athlete is erased, nothing of it is left once its events are out', async () => {
    const athlete = await made({ name: '消える人' });
    await softDelete(athlete.id);
    expect((await purge(athlete.id)).status).toBe(204);
    expect(await found(athlete.id)).toBeUndefined();
    expect(await catalog.database.collection('athletes').countDocuments({ name: '消える人' })).toBe(0);
    expect((await purge(athlete.id)).status).toBe(404);
    expect((await patch(athlete.id, { isDeleted: false })).status).toBe(404);
    await catalog.acts('athlete.purged', athlete.id);
    await catalog.gone('athletes', { _id: athlete.id });
  });

  test('when a living athlete is to be erased, it is refused', async () => {
    const athlete = await made();
    const answer = await purge(athlete.id);
    expect([answer.status, answer.body.code]).toEqual([409, 'AthleteNotDeleted']);
    expect(await found(athlete.id)).toEqual(athlete);
  });
});
