import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { type AuditEntryView, auditPageSchema } from '@stagereel/contracts';
import type { Browser } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

export const ENTRIES = 1000;
export const START = Date.parse('2026-04-01T00:00:00.000Z');

export const createEntry = (fields: Record<string, unknown> = {}) => ({
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
  ...fields,
});
type Entry = ReturnType<typeof createEntry>;

export const storeEntries = (identity: IdentityUnderTest, ...entries: Entry[]) =>
  identity.mongo.collection<Entry>('audit-entries').insertMany(entries as never);

/** Every seven entries have the same time, as after a bulk change. */
export const storeManyEntries = (identity: IdentityUnderTest) =>
  storeEntries(
    identity,
    ...Array.from({ length: ENTRIES }, (_, index) => createEntry({ occurredAt: new Date(START + Math.floor(index / 7) * 1000) })),
  );

export const readPage = async (admin: Browser, query: Record<string, string> = {}) => {
  const response = await admin.get(`/api/admin/audit?${new URLSearchParams(query)}`);
  return auditPageSchema.parse(response.body);
};

export const readAllPages = async (
  admin: Browser,
  query: Record<string, string>,
  betweenPages: () => Promise<unknown> = async () => undefined,
): Promise<AuditEntryView[]> => {
  const found: AuditEntryView[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { entries, nextCursor }: Awaited<ReturnType<typeof readPage>> = await readPage(admin, {
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    found.push(...entries);
    cursor = nextCursor;
    await betweenPages();
  }
  return found;
};

/** All stored entries once, newest first. */
export const expectAllEntriesInOrder = (found: readonly AuditEntryView[]): void => {
  expect(new Set(found.map(({ id }) => id)).size).toBe(ENTRIES);
  expect(found).toHaveLength(ENTRIES);
  const order = found.map(({ occurredAt, id }) => `${occurredAt} ${id}`);
  expect(order).toEqual(order.toSorted().reverse());
};
