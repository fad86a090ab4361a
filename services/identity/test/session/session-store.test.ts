import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectRedis, createLogger, type Redis, sessionKey } from '@stagereel/service-kit';
import { testBacking } from '@stagereel/service-kit/testing';
import { createSessionStore } from '../../src/adapters/session-store.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis({ config: testBacking(), logger: createLogger({ service: 'test', level: 'silent' }) });
});
afterAll(() => redis.disconnect());

test('when an account opens its 51st session, then only the oldest one ends', async () => {
  const sessions = createSessionStore(redis);
  const sids = Array.from({ length: 51 }, (_, index) => `session-${index}`);
  for (const [index, sid] of sids.entries())
    await sessions.open({ sid, owner: 'a-busy-user', seconds: 60, at: new Date(Date.now() + index) });
  expect(await Promise.all(sids.map((sid) => redis.exists(sessionKey(sid))))).toEqual([0, ...Array(50).fill(1)]);
});

test('when Redis goes away, then opening or ending a session is refused as unavailable, and nothing hangs', async () => {
  const sessions = createSessionStore(redis);
  const session = { sid: 'a-session', owner: 'a-user' };
  await sessions.open({ ...session, seconds: 60, at: new Date() });
  redis.disconnect();
  const unavailable = { code: 'ServiceUnavailable', status: 503 };
  await expect(sessions.open({ ...session, seconds: 60, at: new Date() })).rejects.toMatchObject(unavailable);
  await expect(sessions.end(session)).rejects.toMatchObject(unavailable);
  await expect(sessions.endWhere({ owner: session.owner, isOutdated: () => true })).rejects.toMatchObject(unavailable);
});
