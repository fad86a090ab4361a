import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startTestAthletes } from '../support/athletes.ts';

const athletes = useService(startTestAthletes);

describe('creating an athlete', () => {
  test('when only number and category are given, then the other fields have their defaults (customer 3.3, 9.5; admin 5.5, 7.18, 9.12)', async () => {
    const response = await athletes.add({ athleteNumber: ' ０１２ ', category: '男子' });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
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
    expect(await athletes.found(response.body.id)).toEqual(response.body);
    const [event] = await athletes.catalog.auditEvents('athlete.created', response.body.id);
    expect(event?.data).toMatchObject({ target: { type: 'athlete', label: '男子 012' }, after: { contestId: athletes.contest.id } });
  });

  test('when bibs differ by a leading zero or a letter, or category or contest differ, then they are different athletes (admin 3.2)', async () => {
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

  test('when the bib is taken, even in full-width characters, then it is refused', async () => {
    const athlete = await athletes.create({ athleteNumber: '77B' });
    const response = await athletes.add({ athleteNumber: '７７Ｂ', category: '男子' });
    expect([response.status, response.body]).toEqual([
      409,
      { code: 'AthleteNumberTaken', message: '同じカテゴリに同じゼッケン番号の選手がすでに登録されています。' },
    ]);
    expect((await athletes.catalog.athletes(athletes.contest.id)).filter(({ athleteNumber }) => athleteNumber === '77B')).toEqual([
      athlete,
    ]);
  });

  test('when the same bib is created 20 times at once, then one athlete is stored', async () => {
    const athleteNumber = athletes.freshBib();
    const responses = await Promise.all(Array.from({ length: 20 }, () => athletes.add({ athleteNumber, category: '男子' })));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const all = await athletes.catalog.athletes(athletes.contest.id);
    expect(all.filter((athlete) => athlete.athleteNumber === athleteNumber)).toHaveLength(1);
  });

  test('when the contest does not have the category, then it is refused', async () => {
    for (const category of ['ない', '__proto__', 'constructor']) {
      const response = await athletes.add({ athleteNumber: athletes.freshBib(), category });
      expect([response.status, response.body.code]).toEqual([400, 'CategoryUnknown']);
    }
  });

  test.each([
    ['no number', { category: '男子' }],
    ['a blank number', { category: '男子', athleteNumber: '　' }],
    ['a number instead of a text', { category: '男子', athleteNumber: 12 }],
    ['a number of 10,000 characters', { category: '男子', athleteNumber: '1'.repeat(10_000) }],
    ['a name of 5,000 characters', { category: '男子', athleteNumber: 'x1', name: 'あ'.repeat(5000) }],
    ['a MongoDB operator as the number', { category: '男子', athleteNumber: { $ne: null } }],
    ['a MongoDB operator as the category', { category: { $gt: '' }, athleteNumber: 'x2' }],
    ['a negative price', { category: '男子', athleteNumber: 'x3', verticalVideoPrice: -100 }],
    ['a fractional price', { category: '男子', athleteNumber: 'x4', horizontalVideoPrice: 99.5 }],
    ['a price between two steps', { category: '男子', athleteNumber: 'x7', verticalVideoPrice: 4950 }],
    ['a price above the maximum', { category: '男子', athleteNumber: 'x5', horizontalVideoPrice: 1e12 }],
    ['an unknown status', { category: '男子', athleteNumber: 'x6', videoStatus: '売切' }],
  ])('when the request contains %s, then it is refused and nothing is stored (customer 5.15; admin 5.8)', async (_what, body) => {
    const before = await athletes.catalog.athletes(athletes.contest.id, { includeDeleted: true });
    const response = await athletes.add(body);
    expect([response.status, response.body.code]).toEqual([400, 'ValidationFailed']);
    expect(await athletes.catalog.athletes(athletes.contest.id, { includeDeleted: true })).toEqual(before);
  });

  test('when the name is blank, then it is stored as null', async () => {
    expect(await athletes.create({ name: '  ' })).toMatchObject({ name: null });
  });

  test('when the contest is unknown, then the response is a 404', async () => {
    const body = { athleteNumber: '1', category: '未分類' };
    expect((await athletes.catalog.call('POST', '/api/contests/unknown/athletes', { body })).status).toBe(404);
  });
});

describe('updating an athlete', () => {
  test('when an older price is between two steps, then it stays until a new one is entered', async () => {
    const { id } = await athletes.create();
    await athletes.catalog.database.collection('athletes').updateOne({ _id: id as never }, { $set: { verticalVideoPrice: 4950 } });
    expect((await athletes.patch(id, { name: '古い価格' })).body).toMatchObject({ name: '古い価格', verticalVideoPrice: 4950 });
    const refused = await athletes.patch(id, { verticalVideoPrice: 4850 });
    expect([refused.status, refused.body.fields]).toEqual([400, { verticalVideoPrice: '価格は100円単位で入力してください。' }]);
    expect((await athletes.patch(id, { verticalVideoPrice: 4900 })).status).toBe(200);
  });

  test('when fields are sent, then only these change and the version increases by one (admin 7.19)', async () => {
    const athlete = await athletes.create({ name: '山田 太郎' });
    const change = { name: '山田 次郎', videoStatus: '受注停止', verticalVideoPrice: null, horizontalVideoPrice: 0 };
    const response = await athletes.patch(athlete.id, change);
    expect([response.status, response.body]).toEqual([200, { ...athlete, ...change, version: 2 }]);
    expect(await athletes.found(athlete.id)).toEqual(response.body);
    const [event] = await athletes.catalog.auditEvents('athlete.updated', athlete.id);
    expect(event?.data).toMatchObject({ before: { name: '山田 太郎' }, after: { name: '山田 次郎', videoStatus: '受注停止' } });
  });

  test('when no value differs, then the version stays', async () => {
    const athlete = await athletes.create({ name: '山田' });
    for (const body of [{}, { name: ' 山田 ' }, { athleteNumber: athlete.athleteNumber, version: 1 }]) {
      expect((await athletes.patch(athlete.id, body)).body).toEqual(athlete);
    }
  });

  test('when legacy statuses are sent, then they are accepted (customer 4.2)', async () => {
    const { id } = await athletes.create();
    for (const videoStatus of ['未撮影', '撮影完了', '編集中', '確認中']) {
      expect((await athletes.patch(id, { videoStatus })).body).toMatchObject({ videoStatus });
    }
  });

  test('when the version is outdated, then the change is refused and nothing changes', async () => {
    const athlete = await athletes.create();
    const changed = (await athletes.patch(athlete.id, { name: '先', version: 1 })).body;
    const response = await athletes.patch(athlete.id, { name: '後', version: 1 });
    expect([response.status, response.body.code]).toEqual([409, 'AthleteChangedMeanwhile']);
    expect(await athletes.found(athlete.id)).toEqual(changed);
  });

  test('when 20 changes with the same version arrive at once, then one succeeds', async () => {
    const athlete = await athletes.create();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => athletes.patch(athlete.id, { name: `${index}`, version: 1 })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await athletes.found(athlete.id)).toMatchObject({ version: 2 });
  });

  test('when 20 changes of different fields arrive at once without a version, then none is lost', async () => {
    const athlete = await athletes.create();
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

  test('when the bib is taken in the category, then the change is refused and nothing changes', async () => {
    const first = await athletes.create();
    const second = await athletes.create();
    const third = await athletes.create({ athleteNumber: first.athleteNumber, category: '女子' });
    expect((await athletes.patch(second.id, { athleteNumber: first.athleteNumber })).body.code).toBe('AthleteNumberTaken');
    expect((await athletes.patch(third.id, { category: '男子' })).body.code).toBe('AthleteNumberTaken');
    expect(await athletes.found(second.id)).toEqual(second);
    expect(await athletes.found(third.id)).toEqual(third);
  });

  test('when an athlete gets another bib, then the previous bib is free', async () => {
    const first = await athletes.create();
    await athletes.patch(first.id, { athleteNumber: athletes.freshBib() });
    expect((await athletes.add({ athleteNumber: first.athleteNumber, category: '男子' })).status).toBe(201);
  });

  test('when the contest does not have the new category, then the change is refused', async () => {
    const athlete = await athletes.create();
    expect((await athletes.patch(athlete.id, { category: 'ない' })).body.code).toBe('CategoryUnknown');
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test.each([
    ['a MongoDB operator as isDeleted', { isDeleted: { $ne: null } }],
    ['a price as a text', { verticalVideoPrice: '5000' }],
    ['a blank number', { athleteNumber: ' ' }],
    ['a name of 5,000 characters', { name: 'あ'.repeat(5000) }],
  ])('when the request contains %s, then it is refused and nothing changes (customer 5.15; admin 5.8)', async (_what, body) => {
    const athlete = await athletes.create();
    expect((await athletes.patch(athlete.id, body)).status).toBe(400);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test('when the body contains __proto__ or read-only fields, then nothing changes', async () => {
    const athlete = await athletes.create();
    const response = await athletes.patch(athlete.id, '{"__proto__":{"isDeleted":true},"id":"other","contestId":"other"}');
    expect([response.status, response.body]).toEqual([200, athlete]);
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });

  test('when the athlete belongs to another contest, then the response is a 404', async () => {
    const athlete = await athletes.create();
    const other = await athletes.catalog.contest();
    for (const [method, rest, body] of [
      ['PATCH', '', { name: '別' }],
      ['DELETE', '', undefined],
      ['DELETE', '/permanent', undefined],
    ] as const) {
      const response = await athletes.catalog.call(method, `/api/contests/${other.id}/athletes/${athlete.id}${rest}`, { body });
      expect(response.status).toBe(404);
    }
    expect(await athletes.found(athlete.id)).toEqual(athlete);
  });
});
