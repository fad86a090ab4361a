import { beforeAll, describe, expect, test } from '@jest/globals';
import { auditPageSchema } from '@stagereel/contracts';
import { useService } from '@stagereel/service-kit/testing';
import {
  createEntry,
  ENTRIES,
  expectAllEntriesInOrder,
  readAllPages,
  readPage,
  START,
  storeEntries,
  storeManyEntries,
} from '../support/audit-entries.ts';
import type { Browser } from '../support/browser.ts';
import { createCustomer } from '../support/customers.ts';
import { signInAdmin, startIdentity } from '../support/identity.ts';

const DAY = 86_400_000;
const iso = (afterMs: number): string => new Date(START + afterMs).toISOString();

const identity = useService(() => startIdentity());
let admin: Browser;
beforeAll(async () => {
  admin = (await signInAdmin(identity)).browser;
  await storeManyEntries(identity);
});

const store = (...entries: Parameters<typeof storeEntries>[1][]) => storeEntries(identity, ...entries);
const page = (query: Record<string, string> = {}) => readPage(admin, query);
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe('audit log pages', () => {
  test.each(['50', '200'])('when the page size is %s, then pages neither skip nor repeat entries, newest first', async (limit) => {
    expectAllEntriesInOrder(await readAllPages(admin, { limit, targetType: 'athlete' }));
  });

  test('when entries are added while paging, then the pages do not shift', async () => {
    const found = await readAllPages(admin, { limit: '200', action: 'athlete.updated' }, () =>
      store(createEntry({ occurredAt: new Date(START + 2 * DAY) })),
    );
    expect(new Set(ids(found)).size).toBe(ENTRIES);
    expect(found).toHaveLength(ENTRIES);
    await identity.mongo.collection('audit-entries').deleteMany({ occurredAt: { $gt: new Date(START + DAY) } });
  });

  test('when no limit is given, then a page has 50 entries; the maximum is 200', async () => {
    expect((await page({ action: 'athlete.updated' })).entries).toHaveLength(50);
    expect((await admin.get('/api/admin/audit?limit=201')).status).toBe(400);
  });

  test('when an entry is returned, then it has all its fields', async () => {
    const one = createEntry({ action: 'test.whole' });
    await store(one);
    const { _id: id, occurredAt, adminId, correlationId, ...fields } = one;
    expect((await page({ action: 'test.whole' })).entries).toEqual([{ id, occurredAt: occurredAt.toISOString(), ...fields }]);
  });
});

describe('audit log search', () => {
  const marked = [
    createEntry({
      action: 'search.a',
      adminEmail: 'Hanako+x@example.jp',
      target: { type: 'contest', id: 'c1', label: '全日本選手権（決勝）' },
    }),
    createEntry({ action: 'search.b', target: { type: 'contest', id: 'c2', label: '第１回 100%.*カップ' } }),
    createEntry({ action: 'search.c', occurredAt: new Date(START + 1), target: { type: 'order', id: 'c1', label: '12345678' } }),
  ];
  beforeAll(() => store(...marked));
  const actionsFound = async (query: Record<string, string>) => (await page(query)).entries.map(({ action }) => action).sort();

  test.each([
    ['a part of the label', { q: '選手権' }, ['search.a']],
    ['the address with other capitals', { q: 'hanako+X@' }, ['search.a']],
    ['full-width letters', { q: 'ｈａｎａｋｏ' }, ['search.a']],
    ['full-width digits in a label', { q: '第１回' }, ['search.b']],
    ['the action', { q: 'search.' }, ['search.a', 'search.b', 'search.c']],
    ['text with surrounding spaces', { q: '  12345678 ' }, ['search.c']],
    ['an exact action', { action: 'search.b' }, ['search.b']],
    ['a prefix of an action, which does not match', { action: 'search.' }, []],
    ['a target', { targetType: 'contest', targetId: 'c1' }, ['search.a']],
    ['a target id alone', { targetId: 'c1' }, ['search.a', 'search.c']],
    ['an inclusive time range', { q: 'search.', from: iso(1), to: iso(1) }, ['search.c']],
    ['an end time', { q: 'search.', to: iso(0) }, ['search.a', 'search.b']],
    ['several at once', { q: 'search', targetType: 'order', from: iso(0) }, ['search.c']],
  ])('when searching by %s, then the matching entries are found', async (_name, query, expected) => {
    expect(await actionsFound(query as Record<string, string>)).toEqual(expected);
  });

  test.each(['.*', '^', '[', '(', '\\', '$where', '{"$gt":""}', '100%.*', '決勝)', '|', '(a+)+$'])(
    'when searching for %p, then it is matched literally',
    async (q) => {
      const inLabel = (text: string) => marked.filter(({ target }) => target.label.includes(text));
      const found = await page({ q });
      expect(found.entries.map(({ id }) => id).sort()).toEqual(
        inLabel(q)
          .map(({ _id }) => _id)
          .sort(),
      );
    },
  );

  test.each([
    'targetId[$ne]=x',
    'action[$regex]=.*',
    'q=a&q=b',
    'from=yesterday',
    'limit=0',
    'limit=1.5',
    `q=${'a'.repeat(201)}`,
    'cursor=nonsense',
    `cursor=${Buffer.from('["2026-04-01T00:00:00.000Z",{"$gt":""}]').toString('base64url')}`,
    `cursor=${Buffer.from('{"$gt":""}').toString('base64url')}`,
  ])('when the query is %s, then it is rejected, or its unknown parameter is ignored', async (query) => {
    const response = await admin.get(`/api/admin/audit?${query}`);
    if (query.includes('[$')) expect(auditPageSchema.parse(response.body).entries).toHaveLength(50);
    else
      expect(response).toMatchObject({
        status: 400,
        body: { code: query.startsWith('cursor=') ? 'InputInconsistent' : 'ValidationFailed' },
      });
  });
});

describe('access to the audit log', () => {
  test('when the requester is not an admin, then access is refused', async () => {
    const { browser: customer } = await createCustomer(identity);
    expect((await identity.browser().get('/api/admin/audit')).status).toBe(401);
    expect((await customer.get('/api/admin/audit')).status).toBe(403);
  });
});
