import { CUSTOMER_SESSION_SECONDS, SESSIONS_PER_ACCOUNT } from '@stagereel/contracts';
import { type Redis, sessionKey } from '@stagereel/service-kit';
import type { SessionStore } from '../domain/session/session.ts';
import { execute, orUnavailable } from './or-unavailable.ts';

const listKey = (owner: string): string => `user-sessions:${owner}`;

/** Sessions in Redis: one key per session, which the guards of all services read, and one sorted set per owner, scored by the time of opening. */
export const createSessionStore = (redis: Redis): SessionStore => {
  const endAll = async (owner: string, sids: readonly string[]): Promise<void> => {
    if (sids.length === 0) return;
    // Removes the listed sessions instead of the whole set: a session opened in the meantime must stay in it.
    await execute(
      redis
        .multi()
        .del(...sids.map(sessionKey))
        .zrem(listKey(owner), ...sids),
    );
  };

  return {
    open: async ({ sid, owner, seconds, at }) => {
      await execute(
        redis
          .multi()
          .set(sessionKey(sid), owner, 'EX', seconds)
          .zremrangebyscore(listKey(owner), '-inf', at.getTime() - CUSTOMER_SESSION_SECONDS * 1000)
          .zadd(listKey(owner), at.getTime(), sid)
          .expire(listKey(owner), CUSTOMER_SESSION_SECONDS),
      );
      await endAll(owner, await orUnavailable(redis.zrange(listKey(owner), '0', String(-1 - SESSIONS_PER_ACCOUNT))));
    },
    end: ({ sid, owner }) => endAll(owner, [sid]),
    endWhere: async ({ owner, isOutdated }) => {
      const sids = await orUnavailable(redis.zrange(listKey(owner), '0', '-1'));
      await endAll(owner, sids.filter(isOutdated));
    },
    endUntil: async ({ owner, until }) => {
      await endAll(owner, await orUnavailable(redis.zrangebyscore(listKey(owner), '-inf', until?.getTime() ?? '+inf')));
    },
  };
};
