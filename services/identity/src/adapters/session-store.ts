import { CUSTOMER_SESSION_SECONDS } from '@stagereel/contracts';
import { type Redis, sessionKey } from '@stagereel/service-kit';
import type { SessionStore } from '../domain/session/session.ts';
import { orUnavailable } from './or-unavailable.ts';

const userSessionsKey = (userId: string): string => `user-sessions:${userId}`;

/** Runs the commands in one transaction, and throws when one of them fails. */
const execute = async (commands: ReturnType<Redis['multi']>): Promise<void> => {
  for (const [error] of (await orUnavailable(commands.exec())) ?? []) if (error) throw error;
};

/** Sessions in Redis: one key per session, which the guards of all services read, and one sorted set per user, scored by session expiry. */
export const createSessionStore = (redis: Redis): SessionStore => ({
  open: ({ sid, userId, seconds }) => {
    const now = Date.now();
    return execute(
      redis
        .multi()
        .set(sessionKey(sid), userId, 'EX', seconds)
        .zremrangebyscore(userSessionsKey(userId), '-inf', now)
        .zadd(userSessionsKey(userId), now + seconds * 1000, sid)
        .expire(userSessionsKey(userId), CUSTOMER_SESSION_SECONDS),
    );
  },
  end: ({ sid, userId }) => execute(redis.multi().del(sessionKey(sid)).zrem(userSessionsKey(userId), sid)),
  endWhere: async ({ userId, isOutdated }) => {
    const outdated = (await orUnavailable(redis.zrange(userSessionsKey(userId), '0', '-1'))).filter(isOutdated);
    if (outdated.length === 0) return;
    // Removes the listed sessions instead of the whole set: a session opened in the meantime must stay in it.
    await execute(
      redis
        .multi()
        .del(...outdated.map((sid) => sessionKey(sid)))
        .zrem(userSessionsKey(userId), ...outdated),
    );
  },
});
