import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type AuditEntryView, auditPageSchema } from '@stagereel/contracts';
import type { Browser } from './support/browser.ts';
import { openAccount } from './support/customers.ts';
import { type IdentityUnderTest, signInAdmin, startIdentity } from './support/identity.ts';

const ENTRIES = 1000;
const START = Date.parse('2026-04-01T00:00:00.000Z');
const DAY = 86_400_000;
const iso = (afterMs: number): string => new Date(START + afterMs).toISOString();

let identity: IdentityUnderTest;
let admin: Browser;
beforeAll(async () => {
  identity = await startIdentity();
  admin = (await signInAdmin(identity)).browser;
  // Seven at a time, as a bulk change makes them.
  const entries = Array.from({ length: ENTRIES }, (_, index) => entry({ occurredAt: new Date(START + Math.floor(index / 7) * 1000) }));
  await store(...entries);
});
afterAll(() => identity.stop());

const entry = (given: Record<string, unknown> = {}) => ({
  _id: randomUUID(),
  occurredAt: new Date(START),
  correlationId: randomUUID(),
  adminId: randomUUID(),
  adminEmail: 'someone@example.jp',
  action: 'athlete.updated',
  target: { type: 'athlete', id: randomUUID(), label: '12A' },
  before: { 'a.b': 1 },
  after: { price: 4500, nested: { empty: {} } },
  ip: '203.0.113.9',
  ...given,
});
type Entry = ReturnType<typeof entry>;
const store = (...entries: Entry[]) => identity.mongo.collection<Entry>('audit-entries').insertMany(entries as never);

const page = async (query: Record<string, string> = {}) => {
  const answer = await admin.get(`/api/admin/audit?${new URLSearchParams(query)}`);
  return auditPageSchema.parse(answer.body);
};
const allPages = async (query: Record<string, string>, between: () => Promise<unknown> = async () => undefined) => {
  const found: AuditEntryView[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { entries, nextCursor }: Awaited<ReturnType<typeof page>> = await page({ ...query, ...(cursor ? { cursor } : {}) });
    found.push(...entries);
    cursor = nextCursor;
    await between();
  }
  return found;
};
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe('when a thousand entries are read in pages', () => {
  test.each(['7', '50', '200'])('then pages of %s have neither gaps nor doubles, newest first', async (limit) => {
    const found = await allPages({ limit, targetType: 'athlete' });

    expect(new Set(ids(found)).size).toBe(ENTRIES);
    expect(found).toHaveLength(ENTRIES);
    const order = found.map(({ occurredAt, id }) => `${occurredAt} ${id}`);
    expect(order).toEqual(order.toSorted().reverse());
  });

  test('then entries that come meanwhile shift nothing', async () => {
    const found = await allPages({ limit: '200', action: 'athlete.updated' }, () =>
      store(entry({ occurredAt: new Date(START + 2 * DAY) })),
    );
    expect(new Set(ids(found)).size).toBe(ENTRIES);
    expect(found).toHaveLength(ENTRIES);
    await identity.mongo.collection('audit-entries').deleteMany({ occurredAt: { $gt: new Date(START + DAY) } });
  });

  test('then fifty come when nothing is said, and at most two hundred', async () => {
    expect((await page({ action: 'athlete.updated' })).entries).toHaveLength(50);
    expect((await admin.get('/api/admin/audit?limit=201')).status).toBe(400);
  });

  test('then an entry comes whole', async () => {
    const one = entry({ action: 'test.whole' });
    await store(one);
    const { _id: id, occurredAt, adminId, correlationId, ...fields } = one;
    expect((await page({ action: 'test.whole' })).entries).toEqual([{ id, occurredAt: occurredAt.toISOString(), ...fields }]);
  });
});

describe('when something is looked for', () => {
  const marked = [
    entry({ action: 'search.a', adminEmail: 'Hanako+x@example.jp', target: { type: 'contest', id: 'c1', label: '全日本選手権（決勝）' } }),
    entry({ action: 'search.b', target: { type: 'contest', id: 'c2', label: '第１回 100%.*カップ' } }),
    entry({ action: 'search.c', occurredAt: new Date(START + 1), target: { type: 'order', id: 'c1', label: '12345678' } }),
  ];
  beforeAll(() => store(...marked));
  const actionsFound = async (query: Record<string, string>) => (await page(query)).entries.map(({ action }) => action).sort();

  test.each([
    ['a part of the label', { q: '選手権' }, ['search.a']],
    ['the address in other case', { q: 'hanako+X@' }, ['search.a']],
    ['what a full-width keyboard types', { q: 'ｈａｎａｋｏ' }, ['search.a']],
    ['full-width digits as they were typed', { q: '第１回' }, ['search.b']],
    ['the action', { q: 'search.' }, ['search.a', 'search.b', 'search.c']],
    ['spaces around', { q: '  12345678 ' }, ['search.c']],
    ['an exact action', { action: 'search.b' }, ['search.b']],
    ['no more than the exact action', { action: 'search.' }, []],
    ['a target', { targetType: 'contest', targetId: 'c1' }, ['search.a']],
    ['a target’s id alone', { targetId: 'c1' }, ['search.a', 'search.c']],
    ['both ends of the time inclusive', { q: 'search.', from: iso(1), to: iso(1) }, ['search.c']],
    ['before', { q: 'search.', to: iso(0) }, ['search.a', 'search.b']],
    ['several at once', { q: 'search', targetType: 'order', from: iso(0) }, ['search.c']],
  ])('then %s finds it', async (_name, query, expected) => {
    expect(await actionsFound(query as Record<string, string>)).toEqual(expected);
  });

  test.each(['.*', '^', '[', '(', '\\', '$where', '{"$gt":""}', '100%.*', '決勝)', '|', '(a+)+$'])(
    'then %p is taken as it stands',
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
  ])('then %s changes no query', async (query) => {
    const answer = await admin.get(`/api/admin/audit?${query}`);
    if (query.includes('[$')) expect(auditPageSchema.parse(answer.body).entries).toHaveLength(50);
    else expect(answer).toMatchObject({ status: 400, body: { code: 'ValidationFailed' } });
  });
});

describe('when somebody else asks', () => {
  test('then only an admin reads it', async () => {
    const { browser: customer } = await openAccount(identity);
    expect((await identity.browser().get('/api/admin/audit')).status).toBe(401);
    expect((await customer.get('/api/admin/audit')).status).toBe(403);
  });
});
