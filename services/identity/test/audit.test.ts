import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adminActed, type EventData } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { waitUntil } from '@stagereel/service-kit/testing';
import { type IdentityUnderTest, startIdentity } from './support/identity.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const act = (given: Partial<EventData<typeof adminActed>> = {}) =>
  createEvent(adminActed, {
    adminId: randomUUID(),
    adminEmail: 'admin@example.jp',
    action: 'contest.updated',
    target: { type: 'contest', id: randomUUID(), label: '全日本選手権' },
    before: { name: '旧', price: 3000 },
    after: { name: '新', price: 4500, 'a.b': { $set: 1 }, empty: {} },
    ip: '203.0.113.9',
    ...given,
  });
const entries = () => identity.documents('audit-entries');
const handled = () => waitUntil(async () => (await identity.probe.waiting('identity.audit')) === 0, { what: 'the queue to be empty' });

describe('when an admin acted in some service', () => {
  test('then the log holds who did what to what, before and after', async () => {
    const event = act();
    await identity.probe.publish(event);

    const entry = await waitUntil(() => identity.document('audit-entries', event.id));
    expect(entry).toEqual({
      _id: event.id,
      occurredAt: new Date(event.occurredAt),
      correlationId: event.correlationId,
      ...event.data,
    });
  });

  test('then the same message twenty times is one entry', async () => {
    const event = act({ action: 'athlete.deleted', before: null, after: null, ip: null });
    const others = (await entries()).length;
    await Promise.all(Array.from({ length: 20 }, () => identity.probe.publish(event)));
    const last = act();
    await identity.probe.publish(last);

    await waitUntil(() => identity.document('audit-entries', last.id));
    await handled();
    expect(await entries()).toHaveLength(others + 2);
    expect(await identity.probe.deadLetters('identity.audit')).toBe(0);
  });

  test('then a later repeat with other words does not change the entry', async () => {
    const event = act();
    await identity.probe.publish(event);
    await waitUntil(() => identity.document('audit-entries', event.id));
    const last = act();
    await identity.probe.publish({ ...event, data: { ...event.data, action: 'contest.deleted' } });
    await identity.probe.publish(last);
    await waitUntil(() => identity.document('audit-entries', last.id));
    await handled();

    expect(await identity.document('audit-entries', event.id)).toMatchObject({ action: 'contest.updated' });
  });

  test('then a message nobody can read lies with the dead letters, and the next is handled', async () => {
    const before = await entries();
    await identity.probe.publishRaw('admin.acted', 'no json');
    await identity.probe.publishRaw('admin.acted', JSON.stringify({ ...act(), data: { adminId: 7 } }));
    await identity.probe.publishRaw('admin.acted', JSON.stringify({ ...act(), id: { $ne: null } }));
    const good = act();
    await identity.probe.publish(good);

    await waitUntil(() => identity.document('audit-entries', good.id));
    await waitUntil(async () => (await identity.probe.deadLetters('identity.audit')) === 3, { what: 'three dead letters' });
    expect(await entries()).toHaveLength(before.length + 1);
  });
});
