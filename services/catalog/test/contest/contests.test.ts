import { describe, expect, test } from '@jest/globals';
import { useService } from '@stagereel/service-kit/testing';
import { startTestCatalog } from '../support/catalog.ts';

const catalog = useService(startTestCatalog);

describe('creating a contest', () => {
  test('when only a name is given, then the other fields have their defaults (customer 3.1; admin 3.1, 4.12, 7.12, 9.17)', async () => {
    const response = await catalog.call('POST', '/api/contests', { body: { name: '  第1回 春の大会  ' } });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: '第1回 春の大会',
      slug: '第1回春の大会',
      date: '未定',
      location: '',
      coverImage: null,
      sitePublicStatus: 'private',
      videoPublished: false,
      photoPublished: false,
      scheduledPublishDate: null,
      createdAt: expect.any(String),
      version: 1,
      isComingSoon: false,
      priceRange: null,
      athleteCount: 0,
      hasSamples: false,
      sampleVideo: null,
    });
    expect((await catalog.call('GET', `/api/contests/${response.body.id}`)).body).toEqual(response.body);
    const [event] = await catalog.auditEvents('contest.created', response.body.id);
    expect(event?.data).toMatchObject({ adminEmail: 'admin@example.jp', target: { type: 'contest', label: '第1回 春の大会' } });
  });

  test.each([
    ['no name', {}],
    ['a blank name', { name: ' 　 ' }],
    ['a name of 5,000 characters', { name: 'あ'.repeat(5000) }],
    ['a name with a line break', { name: '大会\r\nBcc: x@example.jp' }],
    ['a MongoDB operator as the name', { name: { $ne: null } }],
    ['an unknown status', { name: '大会', sitePublicStatus: '下書き' }],
    ['an array', []],
    ['broken JSON', '{"name":'],
  ])('when the request contains %s, then it is refused and nothing is stored', async (_what, body) => {
    const before = await catalog.database.collection('contests').countDocuments();
    const response = await catalog.call('POST', '/api/contests', { body });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/[ぁ-ん]/) });
    expect(await catalog.database.collection('contests').countDocuments()).toBe(before);
  });

  test('when the name is blank, then the message asks for a name (admin 5.1)', async () => {
    const response = await catalog.call('POST', '/api/contests', { body: { name: '  ' } });
    expect(response.body).toEqual({
      code: 'ValidationFailed',
      message: '大会名を入力してください。',
      fields: { name: '大会名を入力してください。' },
    });
  });

  test('when unknown fields are sent, then they are ignored', async () => {
    const contest = await catalog.contest({
      deletedAt: '2020-01-01T00:00:00.000Z',
      revision: 99,
      slug: 'mine',
      outbox: [{}],
      isAdmin: true,
    });
    const stored = await catalog.database.collection('contests').findOne({ _id: contest.id as never });
    expect(stored).toMatchObject({ revision: 1, slug: contest.slug });
    expect(stored).not.toHaveProperty('deletedAt');
    expect(stored).not.toHaveProperty('isAdmin');
  });
});

describe('slugs', () => {
  test('when names have the same base slug, then the slugs are numbered (customer 2.3)', async () => {
    const [first, second, third] = [
      await catalog.contest({ name: '関東 オープン 2026' }),
      await catalog.contest({ name: '関東オープン2026' }),
      await catalog.contest({ name: '関東・オープン（2026）' }),
    ];
    expect([first.slug, second.slug, third.slug]).toEqual(['関東オープン2026', '関東オープン2026-2', '関東オープン2026-3']);
  });

  test('when a name has no letter or digit, then it gets the fallback slug', async () => {
    expect((await catalog.contest({ name: '!!!' })).slug).toBe('contest');
  });

  test('when 20 contests with the same name are created at once, then each has a different slug', async () => {
    const contests = await Promise.all(Array.from({ length: 20 }, () => catalog.contest({ name: 'Grand Prix' })));
    const expected = ['grandprix', ...Array.from({ length: 19 }, (_, index) => `grandprix-${index + 2}`)];
    expect(contests.map(({ slug }) => slug).sort()).toEqual(expected.sort());
  });

  test('when a contest is renamed, then the slug changes and the id stays', async () => {
    const contest = await catalog.contest({ name: '旧名の大会' });
    const renamed = await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { name: '新名の大会' } });
    expect(renamed.body).toMatchObject({ id: contest.id, name: '新名の大会', slug: '新名の大会' });
    expect((await catalog.contest({ name: '旧名の大会' })).slug).toBe('旧名の大会');
  });

  test('when the new name has the same base slug, then the slug stays', async () => {
    await catalog.contest({ name: 'Same Spelling' });
    const second = await catalog.contest({ name: 'same spelling' });
    const renamed = await catalog.call('PATCH', `/api/contests/${second.id}`, { body: { name: 'SAME SPELLING!' } });
    expect(renamed.body).toMatchObject({ name: 'SAME SPELLING!', slug: 'samespelling-2' });
  });

  test('when the slug of the new name is taken, then the slug is numbered', async () => {
    await catalog.contest({ name: '人気の大会' });
    const other = await catalog.contest({ name: '別の大会' });
    const renamed = await catalog.call('PATCH', `/api/contests/${other.id}`, { body: { name: '人気の大会' } });
    expect(renamed.body.slug).toBe('人気の大会-2');
  });

  test('when a contest is deleted, then its slug is free', async () => {
    const contest = await catalog.contest({ name: '一度きりの大会' });
    await catalog.call('DELETE', `/api/contests/${contest.id}`);
    expect((await catalog.contest({ name: '一度きりの大会' })).slug).toBe('一度きりの大会');
  });
});

describe('updating a contest', () => {
  test('when fields are sent, then only these change, and the audit event has the values before and after (admin 7.14)', async () => {
    const contest = await catalog.contest({ location: '東京' });
    const changed = await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { location: '大阪', date: '2026年12月1日' } });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...contest, location: '大阪', date: '2026年12月1日', version: 2 });
    const [event] = await catalog.auditEvents('contest.updated', contest.id);
    expect(event?.data).toMatchObject({ before: { location: '東京', date: '未定' }, after: { location: '大阪', date: '2026年12月1日' } });
  });

  test('when the request has no body, then the contest is returned unchanged', async () => {
    const contest = await catalog.contest();
    expect(await catalog.call('PATCH', `/api/contests/${contest.id}`)).toMatchObject({ status: 200, body: contest });
  });

  test('when the body is empty, then the contest is returned unchanged and nothing is stored (admin 7.14)', async () => {
    const contest = await catalog.contest();
    const response = await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: {} });
    expect([response.status, response.body]).toEqual([200, contest]);
    const stored = await catalog.database.collection('contests').findOne({ _id: contest.id as never });
    expect(stored).toMatchObject({ revision: 1 });
  });

  test('when the name is blank, then the change is refused and the name stays', async () => {
    const contest = await catalog.contest();
    const response = await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { name: ' ' } });
    expect([response.status, response.body.message]).toEqual([400, '大会名を入力してください。']);
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toEqual(contest);
  });

  test('when 20 changes of different fields arrive at once, then none is lost', async () => {
    const contest = await catalog.contest();
    const bodies = Array.from({ length: 20 }, (_, index) =>
      [{ location: '会場' }, { date: '来春' }, { photoPublished: true }, { videoPublished: true }].at(index % 4),
    );
    const responses = await Promise.all(bodies.map((body) => catalog.call('PATCH', `/api/contests/${contest.id}`, { body })));
    expect(responses.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect((await catalog.call('GET', `/api/contests/${contest.id}`)).body).toMatchObject({
      location: '会場',
      date: '来春',
      photoPublished: true,
      videoPublished: true,
      sitePublicStatus: 'public',
    });
  });

  test.each(['unknown', '__proto__', 'constructor'])('when the contest id is %s, then the response is a 404', async (id) => {
    for (const [method, body] of [['GET'], ['PATCH', { location: '東京' }], ['DELETE']] as const) {
      const response = await catalog.call(method, `/api/contests/${id}`, { body });
      expect([response.status, response.body.code]).toEqual([404, 'NotFound']);
    }
  });
});

describe('the list of contests', () => {
  test('when an admin requests it, then it has all contests, newest first', async () => {
    const older = await catalog.contest();
    const newer = await catalog.contest();
    const { body } = await catalog.call('GET', '/api/contests');
    const ids: string[] = body.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
  });
});
