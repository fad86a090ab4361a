import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Athlete, Category, Contest } from '@stagereel/contracts';
import { type Caller, startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
let published: Contest;
let hidden: Contest;
let category: Category;
let athlete: Athlete;
let deleted: Athlete;

beforeAll(async () => {
  catalog = await startTestCatalog();
  published = await catalog.contest({ videoPublished: true });
  hidden = await catalog.contest();
  category = await catalog.category(published.id, '男子');
  athlete = await catalog.athlete(published.id, { athleteNumber: '1', category: '男子' });
  deleted = await catalog.athlete(published.id, { athleteNumber: '2' });
  await catalog.call('DELETE', `/api/contests/${published.id}/athletes/${deleted.id}`);
});
afterAll(() => catalog?.stop());

const strangers: Caller[] = ['anonymous', 'customer'];
const refusal = { anonymous: [401, 'Unauthorized'], customer: [403, 'Forbidden'], admin: [] };

/** All that is stored, but for what a relay writes by itself. */
const everything = async () => {
  const withoutOutbox = { projection: { outbox: 0, outboxDueAt: 0, outboxClaim: 0 } };
  const read = (name: string) => catalog.database.collection(name).find({}, withoutOutbox).sort({ _id: 1 }).toArray();
  return { contests: await read('contests'), athletes: await read('athletes') };
};

describe('what only admins may do', () => {
  type Write = { what: string; method: string; path: () => string; body?: unknown };
  const at = (rest: () => string) => () => `/api/contests/${published.id}${rest()}`;
  const writes: Write[] = [
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
    { what: 'erase an athlete', method: 'DELETE', path: at(() => `/athletes/${deleted.id}/permanent`) },
    {
      what: 'change athletes',
      method: 'PATCH',
      path: at(() => '/athletes/bulk-update'),
      body: { athleteIds: ['x'], updates: { videoStatus: '受注停止' } },
    },
    { what: 'erase athletes', method: 'POST', path: at(() => '/athletes/bulk-permanent-delete'), body: { athleteIds: ['x'] } },
    { what: 'import athletes', method: 'POST', path: at(() => '/athletes/import'), body: { file: 'YQ==', apply: true } },
    { what: 'export athletes', method: 'GET', path: at(() => '/athletes/export') },
    { what: 'set the price description', method: 'PUT', path: at(() => '/price-description'), body: { items: [], notes: '' } },
    { what: 'see deleted athletes', method: 'GET', path: at(() => '/athletes?includeDeleted=true') },
  ];

  test.each(writes)('when a stranger wants to $what, it is refused and nothing changes', async ({ method, path, body }) => {
    const before = await everything();
    for (const as of strangers) {
      const answer = await catalog.call(method, path(), { body, as });
      expect([answer.status, answer.body.code]).toEqual(refusal[as]);
    }
    expect(await everything()).toEqual(before);
  });

  test('when a stranger sends a wrong body, who asks is looked at first', async () => {
    const answer = await catalog.call('POST', '/api/contests', { body: {}, as: 'anonymous' });
    expect(answer.status).toBe(401);
  });

  test('when the session has ended, an admin is a stranger', async () => {
    const cookie = await catalog.identity.sessionCookie({ isAdmin: true, sid: 'ended' });
    await catalog.identity.endSession('ended');
    const answer = await catalog.call('POST', '/api/contests', { body: { name: '大会' }, as: 'anonymous', headers: { cookie } });
    expect(answer.status).toBe(401);
  });
});

describe('what everybody may see', () => {
  test.each<Caller>(['anonymous', 'customer', 'admin'])('when %s looks at a published contest, all of it is there', async (as) => {
    const base = `/api/contests/${published.id}`;
    const [contest, categories, athletes, prices] = await Promise.all(
      ['', '/categories', '/athletes', '/price-description'].map((part) => catalog.call('GET', `${base}${part}`, { as })),
    );
    expect(contest).toMatchObject({ status: 200, body: { id: published.id } });
    expect(categories).toMatchObject({ status: 200, body: [{ id: category.id, contestId: published.id, name: '男子' }] });
    expect(athletes).toMatchObject({ status: 200, body: [{ id: athlete.id }] });
    expect(athletes?.body).toHaveLength(1);
    expect(prices).toMatchObject({ status: 200 });
  });

  test.each(strangers)('when %s looks at a contest that is not published, it does not exist', async (as) => {
    for (const part of ['', '/categories', '/athletes', '/price-description']) {
      const answer = await catalog.call('GET', `/api/contests/${hidden.id}${part}`, { as });
      expect([part, answer.status, answer.body.code]).toEqual([part, 404, 'NotFound']);
      expect(answer.headers.get('etag')).toBeNull();
    }
    const list = await catalog.call('GET', '/api/contests', { as });
    expect(list.body.map(({ id }: Contest) => id)).toEqual([published.id]);
  });

  test('when an admin looks at a contest that is not published, all of it is there', async () => {
    for (const part of ['', '/categories', '/athletes', '/price-description']) {
      expect((await catalog.call('GET', `/api/contests/${hidden.id}${part}`)).status).toBe(200);
    }
    const list = await catalog.call('GET', '/api/contests');
    expect(list.body.map(({ id }: Contest) => id)).toEqual([hidden.id, published.id]);
  });

  test('when a contest is taken back, the list of its athletes is gone at once, also for who has its ETag', async () => {
    const contest = await catalog.contest({ videoPublished: true });
    const path = `/api/contests/${contest.id}/athletes`;
    const etag = (await catalog.call('GET', path, { as: 'anonymous' })).headers.get('etag');
    await catalog.call('PATCH', `/api/contests/${contest.id}`, { body: { videoPublished: false } });
    const answer = await catalog.call('GET', path, { as: 'anonymous', headers: { 'if-none-match': String(etag) } });
    expect(answer.status).toBe(404);
  });

  test('when an admin asks for the deleted, they come marked; otherwise nobody sees them', async () => {
    const all = await catalog.athletes(published.id, { includeDeleted: true });
    expect(all.map(({ athleteNumber, isDeleted }) => [athleteNumber, isDeleted])).toEqual([
      ['1', false],
      ['2', true],
    ]);
    expect(await catalog.athletes(published.id)).toHaveLength(1);
  });
});

describe('internal calls', () => {
  test.each([
    ['POST', '/internal/quote', { items: [{ contestId: 'c', category: 'x', athleteNumber: '1', videoStyle: '縦動画' }] }],
    ['GET', '/internal/contests/x', undefined],
  ])('when %s %s comes without the token, there is nothing there, not even for an admin', async (method, path, body) => {
    for (const token of [undefined, 'guess']) {
      const answer = await catalog.call(method, path, { body, ...(token ? { headers: { 'x-internal-token': token } } : {}) });
      expect([answer.status, answer.body.code]).toEqual([404, 'NotFound']);
    }
  });

  test('when another service asks about a contest, it learns name and publication', async () => {
    expect(await catalog.internal('GET', `/internal/contests/${published.id}`)).toMatchObject({
      status: 200,
      body: { name: published.name, published: true },
    });
    expect((await catalog.internal('GET', `/internal/contests/${hidden.id}`)).body).toEqual({ name: hidden.name, published: false });
    expect((await catalog.internal('GET', '/internal/contests/unknown')).status).toBe(404);
  });
});
