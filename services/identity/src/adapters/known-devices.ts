import { KNOWN_DEVICE_SECONDS, KNOWN_DEVICES_PER_ADDRESS } from '@stagereel/contracts';
import type { Redis } from '@stagereel/service-kit';
import { hashToken } from '../domain/random-token.ts';
import type { KnownDevices } from '../domain/sign-in/known-devices.ts';
import { execute, orUnavailable } from './or-unavailable.ts';

const listKey = (addressHash: string): string => `known-devices:${addressHash}`;
const keyOf = (email: string): string => listKey(hashToken(email));

/** One sorted set per address in Redis, scored by the time at which the device was added. */
export const createKnownDevices = (redis: Redis): KnownDevices => ({
  add: async ({ email, id, at }) => {
    const key = keyOf(email);
    await execute(redis.multi().zadd(key, at.getTime(), id).expire(key, KNOWN_DEVICE_SECONDS));
    // Of parallel sign-ins, the last one finds all that were added.
    const oldest = await orUnavailable(redis.zrange(key, '0', String(-1 - KNOWN_DEVICES_PER_ADDRESS)));
    if (oldest.length > 0) await orUnavailable(redis.zrem(key, ...oldest));
  },
  has: async ({ email, id }) => (await orUnavailable(redis.zrange(keyOf(email), '0', '-1'))).includes(id),
  removeUntil: async ({ email, until }) => {
    await orUnavailable(redis.zremrangebyscore(keyOf(email), '-inf', until?.getTime() ?? '+inf'));
  },
});
