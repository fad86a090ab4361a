import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestAthletes, type TestAthletes } from './support/athletes.ts';

let athletes: TestAthletes;
beforeAll(async () => {
  athletes = await startTestAthletes();
});
afterAll(() => athletes?.catalog.stop());

describe('adding an athlete', () => {
  test('when number and category are given, the rest is as the back office expects', async () => {
    const answer = await athletes.add({ athleteNumber: ' ０１２ ', category: '男子' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      contestId: athletes.contest.id,
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
    expect(await athletes.found(answer.body.id)).toEqual(answer.body);
    const [act] = await athletes.catalog.acts('athlete.created', answer.body.id);
    expect(act?.data).toMatchObject({ target: { type: 'athlete', label: '男子 012' }, after: { contestId: athletes.contest.id } });
  });

  test('when bibs differ by a zero or a letter, or the category or contest does, they are different athletes', async () => {
    const number = athletes.freshBib();
    for (const athleteNumber of [number, `0${number}`, `${number}A`]) {
      expect((await athletes.add({ athleteNumber, category: '男子' })).status).toBe(201);
    }
    expect((await athletes.add({ athleteNumber: number, category: '女子' })).status).toBe(201);
    expect((await athletes.add({ athleteNumber: number, category: '未分類' })).status).toBe(201);
    const other = await athletes.catalog.contest();
    await athletes.catalog.category(other.id, '男子');
    await athletes.catalog.athlete(other.id, { athleteNumber: number, category: '男子' });
  });

  test('when the bib is taken, in whatever width, it is refused', async () => {
    const athlete = await athletes.made({ athleteNumber: '77B' });
    const answer = await athletes.add({ athleteNumber: '７７Ｂ', category: '男子' });
    expect([answer.status, answer.body]).toEqual([
      409,
      { code: 'AthleteNumberTaken', message: '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。' },
    ]);
    expect((await athletes.catalog.athletes(athletes.contest.id)).filter(({ athleteNumber }) => athleteNumber === '77B')).toEqual([
      athlete,
    ]);
  });

  test('when 20 of one bib come at once, one is stored', async () => {
    const athleteNumber = athletes.freshBib();
    const answers = await Promise.all(Array.from({ length: 20 }, () => athletes.add({ athleteNumber, category: '男子' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const all = await athletes.catalog.athletes(athletes.contest.id);
    expect(all.filter((athlete) => athlete.athleteNumber === athleteNumber)).toHaveLength(1);
  });

  test('when the category is not of this contest, it is refused', async () => {
    for (const category of ['ない', '__proto__', 'constructor']) {
      const answer = await athletes.add({ athleteNumber: athletes.freshBib(), category });
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
    const before = await athletes.catalog.athletes(athletes.contest.id, { includeDeleted: true });
    const answer = await athletes.add(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'ValidationFailed']);
    expect(await athletes.catalog.athletes(athletes.contest.id, { includeDeleted: true })).toEqual(before);
  });

  test('when the name is blank, there is none', async () => {
    expect(await athletes.made({ name: '  ' })).toMatchObject({ name: null });
  });

  test('when the contest is unknown, it is a 404', async () => {
    const body = { athleteNumber: '1', category: '未分類' };
    expect((await athletes.catalog.call('POST', '/api/contests/unknown/athletes', { body })).status).toBe(404);
  });
});

describe('changing an athlete', () => {
  test('when fields are sent, they alone change and the version grows by one', async () => {
    const athlete = await athletes.made({ name: '山田 太郎' });
    const change = { name: '山田 次郎', videoStatus: '受注停止', verticalVideoPrice: null, horizontalVideoPrice: 0 };
    const answer = await athletes.patch(athlete.id, change);
    expect([answer.status, answer.body]).toEqual([200, { ...athlete, ...change, version: 2 }]);
    expect(await athletes.found(athlete.id)).toEqual(answer.body);
    const [act] = await athletes.catalog.acts('athlete.updated', athlete.id);
    expect(act?.data).toMatchObject({ before: { name: '山田 太郎' }, after: { name: '山田 次郎', videoStatus: '受注停止' } });
  });

  test('when nothing really changes, neither does the version', async () => {
    const athlete = await athletes.made({ name: '山田' });
    for (const body of [{}, { name: ' 山田 ' }, { athleteNumber: athlete.athleteNumber, version: 1 }]) {
      expect((await athletes.patch(athlete.id, body)).body).toEqual(athlete);
    }
  });

  test('when legacy states are sent, they are valid', async () => {
    const { id } = await athletes.made();
    for (const videoStatus of ['未撮影', '撮影完了', '編集中', '確認中']) {
      expect((await athletes.patch(id, { videoStatus })).body).toMatchObject({ videoStatus });
    }
  });

  test('when the version is not the current one, it is refused and nothing changes', async () => {
    const athlete = await athletes.made();
    const changed = (await athletes.patch(athlete.id, { name: '先', version: 1 })).body;
    const answer = await athletes.patch(athlete.id, { name: '後', version: 1 });
    expect([answer.status, answer.body.code]).toEqual([409, 'AthleteChangedMeanwhile']);
    expect(await athletes.found(athlete.id)).toEqual(changed);
  });

  test('when 20 changes name the same version at once, one counts', async () => {
    const athlete = await athletes.made();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => athletes.patch(athlete.id, { name: `${index}`, version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await athletes.found(athlete.id)).toMatchObject({ version: 2 });
  });

  test('when 20 changes of different fields name no version, none is lost', async () => {
    const athlete = await athletes.made();
    const bodies = Array.from({ length: 20 }, (_, index) =>
      [{ name: '名' }, { verticalVideoPrice: 100 }, { photoStatus: '受注停止' }, { category: '女子' }].at(index % 4),
    );
    await Promise.all(bodies.map((body) => athletes.patch(athlete.id, body)));
    expect(await athletes.found(athlete.id)).toMatchObject({
      name: '名',
      verticalVideoPrice: 100,
      photoStatus: '受注停止',
      category: '女子',
      version: 5,
    });
  });

  test('when the new bib or category clashes, it is refused and nothing changes', async () => {
    const first = await athletes.made();
    const second = await athletes.made();
    const third = await athletes.made({ athleteNumber: first.athleteNumber, category: '女子' });
    expect((await athletes.patch(second.id, { athleteNumber: first.athleteNumber })).body.code).toBe('AthleteNumberTaken');
    expect((await athletes.patch(third.id, { category: '男子' })).body.code).toBe('AthleteNumberTaken');
    expect(await athletes.found(second.id)).toEqual(second);
    expect(await athletes.found(third.id)).toEqual(third);
  });

  test('when a bib is given up, another may have it', async () => {
    const first = await athletes.made();
    await athletes.patch(first.id, { athleteNumber: athletes.freshBib() });
    expect((await athletes.add({ athleteNumber: first.athleteNumber, category: '男子' })).status).toBe(201);
  });

  test('when the new category is not of this contest, it is refused', async () => {
    const athlete = await athletes.made();
    expect((await athletes.patch(athlete.id, { category: 'ない' })).body.code).toBe('CategoryUnknown');
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test.each([
    ['an operator for the deletion', { isDeleted: { $ne: null } }],
    ['a price in words', { verticalVideoPrice: '5000' }],
    ['a blank number', { athleteNumber: ' ' }],
    ['a name of 10,000 characters', { name: 'あ'.repeat(10_000) }],
  ])('when it comes with %s, it is refused and nothing changes', async (_what, body) => {
    const athlete = await athletes.made();
    expect((await athletes.patch(athlete.id, body)).status).toBe(400);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test('when the body tries to reach the prototype or foreign fields, nothing changes', async () => {
    const athlete = await athletes.made();
    const answer = await athletes.patch(athlete.id, '{"__proto__":{"isDeleted":true},"id":"other","contestId":"other","liveKey":"x"}');
    expect([answer.status, answer.body]).toEqual([200, athlete]);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test('when the athlete is of another contest, it is a 404', async () => {
    const athlete = await athletes.made();
    const other = await athletes.catalog.contest();
    for (const [method, rest, body] of [
      ['PATCH', '', { name: '別' }],
      ['DELETE', '', undefined],
      ['DELETE', '/permanent', undefined],
    ] as const) {
      const answer = await athletes.catalog.call(method, `/api/contests/${other.id}/athletes/${athlete.id}${rest}`, { body });
      expect(answer.status).toBe(404);
    }
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });
});
