import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectRedis, createLogger, type Redis } from '@stagereel/service-kit';
import { testBacking } from '@stagereel/service-kit/testing';
import { createSessionStore } from '../../src/adapters/session-store.ts';

let redis: Redis;
beforeAll(async () => {
  redis = await connectRedis({ config: testBacking(), logger: createLogger({ service: 'test', level: 'silent' }) });
});
afterAll(() => redis.disconnect());

test('when Redis goes away, then opening or ending a session is refused as unavailable, and nothing hangs', async () => {
  const sessions = createSessionStore(redis);
  const session = { sid: 'a-session', userId: 'a-user' };
  await sessions.open({ ...session, seconds: 60 });
  redis.disconnect();
  const unavailable = { code: 'ServiceUnavailable', status: 503 };
  await expect(sessions.open({ ...session, seconds: 60 })).rejects.toMatchObject(unavailable);
  await expect(sessions.end(session)).rejects.toMatchObject(unavailable);
  await expect(sessions.endWhere({ userId: session.userId, isOutdated: () => true })).rejects.toMatchObject(unavailable);
});
