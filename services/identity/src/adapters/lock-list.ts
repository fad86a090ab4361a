import { LOCK_SECONDS } from '@stagereel/contracts';
import type { Redis } from '@stagereel/service-kit';
import type { LockList } from '../domain/sign-in/lock-list.ts';
import { orUnavailable } from './or-unavailable.ts';

const LOCKS = 'locks';

const memberOf = ({ email, key }: { email: string; key: string }): string => JSON.stringify([email, key]);
const emailOf = (member: string): string => String(JSON.parse(member)[0]);

/** Stores account locks (after failed sign-ins) in a sorted set in Redis, by the end of each lock. Adding a lock removes expired ones. */
export const createLockList = (redis: Redis): LockList => ({
  add: async ({ until, ...lock }) => {
    const started = until.getTime() - LOCK_SECONDS * 1000;
    const commands = redis.multi().zremrangebyscore(LOCKS, '-inf', started).zadd(LOCKS, until.getTime(), memberOf(lock));
    await orUnavailable(commands.expire(LOCKS, 2 * LOCK_SECONDS).exec());
  },
  remove: async (lock) => {
    await orUnavailable(redis.zrem(LOCKS, memberOf(lock)));
  },
  findLockedEmails: async (now) => {
    const members = await orUnavailable(redis.zrangebyscore(LOCKS, now.getTime() + 1, '+inf'));
    return [...new Set(members.map(emailOf))];
  },
});
