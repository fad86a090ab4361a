import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Athlete, type Category, type Contest, contestGapsSchema, VIEWER_HEADER } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import { type Caller, startTestCatalog } from './support/catalog.ts';

const catalog = useService(startTestCatalog);
let published: Contest;
let hidden: Contest;
let category: Category;
let athlete: Athlete;
let deleted: Athlete;

beforeAll(async () => {
  published = await catalog.contest({ videoPublished: true });
  hidden = await catalog.contest();
  category = await catalog.category(published.id, '男子');
  athlete = await catalog.athlete(published.id, { athleteNumber: '1', category: '男子' });
  deleted = await catalog.athlete(published.id, { athleteNumber: '2' });
  await catalog.call('DELETE', `/api/contests/${published.id}/athletes/${deleted.id}`);
});

const nonAdmins: Caller[] = ['anonymous', 'customer'];
const refusal = { anonymous: [401, 'Unauthorized'], customer: [403, 'Forbidden'], admin: [] };

/** Everything stored, without the fields that the outbox relay changes. */
const readDatabase = async () => {
  const withoutOutbox = { projection: { outbox: 0, outboxDueAt: 0, outboxClaim: 0 } };
  const read = (name: string) => catalog.database.collection(name).find({}, withoutOutbox).sort({ _id: 1 }).toArray();
  return { contests: await read('contests'), athletes: await read('athletes') };
};

describe('requests that only admins may send', () => {
  type AdminRequest = { what: string; method: string; path: () => string; body?: unknown };
  const at = (rest: () => string) => () => `/api/contests/${published.id}${rest()}`;
  const adminRequests: AdminRequest[] = [
    { what: 'add a contest', method: 'POST', path: () => '/api/contests', body: { name: '大会' } },
    { what: 'change a contest', method: 'PATCH', path: at(() => ''), body: { name: '変更' } },
    { what: 'delete a contest', method: 'DELETE', path: at(() => '') },
    { what: 'add a category', method: 'POST', path: at(() => '/categories'), body: { name: '女子' } },
    { what: 'delete a category', method: 'DELETE', path: at(() => `/categories/${category.id}`) },
    { what: 'add an athlete', method: 'POST', path: at(() => '/athletes'), body: { athleteNumber: '9', category: '男子' } },
    {
      what: 'add athletes',
      method: 'POST',
      path: at(() => '/athletes/bulk-create'),
      body: { athletes: [{ athleteNumber: '9', category: '男子' }] },
    },
    { what: 'change an athlete', method: 'PATCH', path: at(() => `/athletes/${athlete.id}`), body: { athleteNumber: '9' } },
    { what: 'restore an athlete', method: 'PATCH', path: at(() => `/athletes/${deleted.id}`), body: { isDeleted: false } },
    { what: 'delete an athlete', method: 'DELETE', path: at(() => `/athletes/${athlete.id}`) },
    { what: 'remove an athlete for good', method: 'DELETE', path: at(() => `/athletes/${deleted.id}/permanent`) },
    {
      what: 'change athletes',
      method: 'PATCH',
      path: at(() => '/athletes/bulk-update'),
      body: { athleteIds: ['x'], updates: { videoStatus: '受注停止' } },
    },
    { what: 'remove athletes for good', method: 'POST', path: at(() => '/athletes/bulk-permanent-delete'), body: { athleteIds: ['x'] } },
    { what: 'import athletes', method: 'POST', path: at(() => '/athletes/import'), body: { file: 'YQ==', apply: true } },
    { what: 'export athletes', method: 'GET', path: at(() => '/athletes/export') },
    { what: 'set the price description', method: 'PUT', path: at(() => '/price-description'), body: { items: [], notes: '' } },
    { what: 'list deleted athletes', method: 'GET', path: at(() => '/athletes?includeDeleted=true') },
  ];

  test.each(adminRequests)(
    'when anyone but an admin tries to $what, then it is refused and nothing changes (customer 6.1)',
    async ({ method, path, body }) => {
      const before = await readDatabase();
      for (const as of nonAdmins) {
        const response = await catalog.call(method, path(), { body, as });
        expect([response.status, response.body.code]).toEqual(refusal[as]);
      }
      expect(await readDatabase()).toEqual(before);
    },
  );

  test('when an anonymous caller sends an invalid body, then authentication is checked first', async () => {
    const response = await catalog.call('POST', '/api/contests', { body: {}, as: 'anonymous' });
    expect(response.status).toBe(401);
  });

  test('when the session of an admin has ended, then the request is unauthorised', async () => {
    const cookie = await catalog.identity.sessionCookie({ isAdmin: true, sid: 'ended' });
    await catalog.identity.endSession('ended');
    const response = await catalog.call('POST', '/api/contests', { body: { name: '大会' }, as: 'anonymous', headers: { cookie } });
    expect(response.status).toBe(401);
  });
});

describe('public routes', () => {
  test.each<Caller>(['anonymous', 'customer', 'admin'])(
    'when a caller (%s) reads a published contest, then all its parts are returned (customer 1.1, 6.1)',
    async (as) => {
      const base = `/api/contests/${published.id}`;
      const [contest, categories, athletes, prices] = await Promise.all(
        ['', '/categories', '/athletes', '/price-description'].map((part) => catalog.call('GET', `${base}${part}`, { as })),
      );
      expect(contest).toMatchObject({ status: 200, body: { id: published.id } });
      expect(categories).toMatchObject({ status: 200, body: [{ id: category.id, contestId: published.id, name: '男子' }] });
      expect(athletes).toMatchObject({ status: 200, body: [{ id: athlete.id }] });
      expect(athletes?.body).toHaveLength(1);
      expect(prices).toMatchObject({ status: 200 });
    },
  );

  test.each(nonAdmins)('when a caller (%s) reads an unpublished contest, then it is not found', async (as) => {
    for (const part of ['', '/categories', '/athletes', '/price-description']) {
      const response = await catalog.call('GET', `/api/contests/${hidden.id}${part}`, { as });
      expect([part, response.status, response.body.code]).toEqual([part, 404, 'NotFound']);
      expect(response.headers.get('etag')).toBeNull();
    }
    const list = await catalog.call('GET', '/api/contests', { as });
    expect(list.body.map(({ id }: Contest) => id)).toEqual([published.id]);
  });

  test('when a caller asks for the view of an admin, then only an admin receives it, and nobody a shorter one', async () => {
    const headers = { [VIEWER_HEADER]: 'admin' };
    for (const path of ['/api/contests', ...['', '/categories', '/price-description'].map((part) => `/api/contests/${hidden.id}${part}`)]) {
      for (const as of nonAdmins) {
        const response = await catalog.call('GET', path, { as, headers });
        expect([path, response.status, response.body.code]).toEqual([path, ...refusal[as]]);
      }
      expect([path, (await catalog.call('GET', path, { headers })).status]).toEqual([path, 200]);
    }
  });

  test('when an admin reads an unpublished contest, then all its parts are returned', async () => {
    for (const part of ['', '/categories', '/athletes', '/price-description']) {
      expect((await catalog.call('GET', `/api/contests/${hidden.id}${part}`)).status).toBe(200);
    }
    const list = await catalog.call('GET', '/api/contests');
    expect(list.body.map(({ id }: Contest) => id)).toEqual([hidden.id, published.id]);
  });

  test('when a contest is unpublished, then its athlete list is not found at once, even with a valid ETag', async () => {
    const contest = await catalog.contest({ videoPublished: true });
    const path = `/api/contests/${contest.id}/athletes`;
    const etag = (await catalog.call('GET', path, { as: 'anonymous' })).headers.get('etag');
    await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { videoPublished: false } });
    const response = await catalog.call('GET', path, { as: 'anonymous', headers: { 'if-none-match': String(etag) } });
    expect(response.status).toBe(404);
  });

  test('when an admin requests deleted athletes, then they are marked; without the option they are hidden', async () => {
    const all = await catalog.athletes(published.id, { includeDeleted: true });
    expect(all.map(({ athleteNumber, isDeleted }) => [athleteNumber, isDeleted])).toEqual([
      ['1', false],
      ['2', true],
    ]);
    expect(await catalog.athletes(published.id)).toHaveLength(1);
  });
});

describe('internal routes', () => {
  test.each([
    ['POST', '/internal/quote', { items: [{ contestId: 'c', category: 'x', athleteNumber: '1', videoStyle: '縦動画' }] }],
    ['GET', '/internal/contests/x', undefined],
    ['GET', '/internal/contest-gaps', undefined],
  ])('when %s %s is called without a valid internal token, then it is refused, even for an admin', async (method, path, body) => {
    for (const token of [undefined, 'guess']) {
      const response = await catalog.call(method, path, { body, ...(token ? { headers: { 'x-internal-token': token } } : {}) });
      expect([response.status, response.body.code]).toEqual([401, 'Unauthorized']);
    }
  });

  test('when another service requests a contest, then it receives name and publication', async () => {
    expect(await catalog.internal('GET', `/internal/contests/${published.id}`)).toMatchObject({
      status: 200,
      body: { name: published.name, published: true },
    });
    expect((await catalog.internal('GET', `/internal/contests/${hidden.id}`)).body).toEqual({ name: hidden.name, published: false });
    expect((await catalog.internal('GET', '/internal/contests/unknown')).status).toBe(404);
  });

  test('when another service asks which contests lack something, then it receives the figures of all contests, published or not', async () => {
    const gaps = async () => (await catalog.internal('GET', '/internal/contest-gaps')).body;
    const before = contestGapsSchema.parse(await gaps());
    await catalog.contest();
    await catalog.contest({ videoPublished: true });
    expect(await gaps()).toEqual({ withoutSamples: before.withoutSamples + 2, withoutAthletes: before.withoutAthletes + 2 });
  });
});
