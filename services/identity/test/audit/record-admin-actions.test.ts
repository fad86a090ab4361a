import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { adminActed, deadLetterListSchema, type EventData } from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { ADMIN, signInAdmin, startIdentity } from '../support/identity.ts';

const identity = useService(() => startIdentity());

const act = (fields: Partial<EventData<typeof adminActed>> = {}) =>
  createEvent(adminActed, {
    adminId: randomUUID(),
    adminEmail: 'admin@example.jp',
    action: 'contest.updated',
    target: { type: 'contest', id: randomUUID(), label: '全日本選手権' },
    before: { name: '旧', price: 3000 },
    after: { name: '新', price: 4500, 'a.b': { $set: 1 }, empty: {} },
    ip: '203.0.113.9',
    ...fields,
  });
const entries = () => identity.documents('audit-entries');
const handled = () => waitUntil(async () => (await identity.probe.waiting('identity.audit')) === 0, { what: 'the queue to be empty' });

describe('audit log', () => {
  test('when an admin action is published, then the log has actor, action, target, and values before and after', async () => {
    const event = act();
    await identity.probe.publish(event);

    const entry = await waitUntil(() => identity.document('audit-entries', event.id));
    expect(entry).toEqual({
      _id: event.id,
      occurredAt: new Date(event.occurredAt),
      correlationId: event.correlationId,
      ...event.data,
      mentions: ['admin@example'],
    });
  });

  test('when the same message arrives twenty times, then there is one entry', async () => {
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

  test('when a repeated message has other content, then the entry does not change', async () => {
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

  test('when a message is malformed, then it becomes a dead letter and the next one is handled', async () => {
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

describe('dead letters in the back office', () => {
  test('when an admin replays a dead letter, then it is in its queue again, the audit log has an entry, and no content was shown', async () => {
    const { browser: admin } = await signInAdmin(identity);
    const read = async () => deadLetterListSchema.parse((await admin.get('/api/admin/dead-letters')).body);
    const before = await identity.probe.deadLetters('identity.audit');
    const content = JSON.stringify({ ...act({ adminEmail: 'secret@example.jp' }), data: { adminEmail: 'secret@example.jp' } });
    const messageId = randomUUID();
    await identity.probe.publishRaw('admin.acted', content, messageId);
    await waitUntil(async () => (await identity.probe.deadLetters('identity.audit')) === before + 1);

    const { letters, total } = await read();
    expect(total).toBe(before + 1);
    const letter = letters.find((each) => each.messageId === messageId);
    expect(letter).toMatchObject({
      queue: 'identity.audit',
      type: 'admin.acted',
      attempts: 1,
      reason: expect.stringMatching(/^PoisonMessage/),
    });
    expect(Date.parse(letter?.failedAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(JSON.stringify(letters)).not.toContain('secret');

    const replay = (body: object) => admin.post('/api/admin/dead-letters/replay', body);
    expect(await replay({ queue: 'identity.sessions', messageId })).toMatchObject({ status: 404 });
    expect(await replay({ queue: 'identity.audit', messageId })).toMatchObject({ status: 204 });
    expect(await identity.documents('audit-entries', { action: 'dead-letter.replayed' })).toMatchObject([
      { adminEmail: ADMIN.email, target: { type: 'dead-letter', id: messageId, label: 'identity.audit admin.acted' } },
    ]);
    // Its consumer refuses it once more.
    await waitUntil(async () => (await identity.probe.deadLetters('identity.audit')) === before + 1);
  });
});
