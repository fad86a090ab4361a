import { CUSTOMER_SESSION_SECONDS } from '@stagereel/contracts';
import { type Redis, sessionKey } from '@stagereel/service-kit';
import type { SessionStore } from '../domain/sessions/session-store.ts';

const sessionsOf = (userId: string): string => `user-sessions:${userId}`;

/** All or none, and an error in one command is an error of all. */
const run = async (commands: ReturnType<Redis['multi']>): Promise<void> => {
  for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
};

/** Sessions in Redis: one key a session, which every service's guard asks for, and a sorted set a user, by the end of the session. */
export const createSessionStore = (redis: Redis): SessionStore => ({
  open: ({ sid, userId, seconds }) => {
    const now = Date.now();
    return run(
      redis
        .multi()
        .set(sessionKey(sid), userId, 'EX', seconds)
        .zremrangebyscore(sessionsOf(userId), '-inf', now)
        .zadd(sessionsOf(userId), now + seconds * 1000, sid)
        .expire(sessionsOf(userId), CUSTOMER_SESSION_SECONDS),
    );
  },
  end: ({ sid, userId }) => run(redis.multi().del(sessionKey(sid)).zrem(sessionsOf(userId), sid)),
  endWhere: async ({ userId, isOver }) => {
    const over = (await redis.zrange(sessionsOf(userId), '0', '-1')).filter(isOver);
    if (over.length === 0) return;
    // Those that were listed, not the whole set: one opened meanwhile must be found the next time.
    await run(
      redis
        .multi()
        .del(...over.map((sid) => sessionKey(sid)))
        .zrem(sessionsOf(userId), ...over),
    );
  },
});
