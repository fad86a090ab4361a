import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PUBLIC_READ_MS } from '@stagereel/contracts';
import type { Logger } from '../logger.ts';
import type { Redis } from '../redis.ts';

/**
 * What visitors read is divided into scopes: the lists of contests, and each contest with everything below it. The version of a scope is a key in
 * Redis. Its value is a random token that is different after each write, or `WRITING` while somebody writes. The gateway repeats a response from
 * memory only if it fetched the response after it had read the token, and if the token is still the same when the response is requested again.
 */
export const CONTEST_LISTS = 'contests';
export const contestScope = (contestId: string): string => `contest:${contestId}`;

export const WRITING = 'writing';
const versionKey = (scope: string): string => `public-reads:${scope}`;
/** The running writes of a scope, with the time at which each counts as ended because its process must have crashed. */
const writersKey = (scope: string): string => `public-reads-writers:${scope}`;

/** Longer than any write. If a process crashes between the begin and the end of a write, nothing is kept in memory for this time. */
const WRITE_MS = 60_000;
/** Without writes, a version ends after this time and gets another token. */
const VERSION_SECONDS = 86_400;

const NOW = "local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)";
/** KEYS: version and writers of each scope in turn. ARGV: the writer's id, WRITE_MS. */
const BEGIN = `${NOW}
for i = 1, #KEYS, 2 do
  redis.call('SET', KEYS[i], '${WRITING}', 'PX', ARGV[2])
  redis.call('ZADD', KEYS[i + 1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[i + 1], ARGV[2])
end`;
/** Further ARGV: the new token, VERSION_SECONDS. While other writes are running, the last of them sets the token. */
const END = `${NOW}
for i = 1, #KEYS, 2 do
  redis.call('ZREM', KEYS[i + 1], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now)
  if redis.call('ZCARD', KEYS[i + 1]) == 0 then
    redis.call('SET', KEYS[i], ARGV[3], 'EX', ARGV[4])
  else
    redis.call('SET', KEYS[i], '${WRITING}', 'PX', ARGV[2])
  end
end`;

/**
 * Runs a write of one or more scopes. After it has resolved, no visitor receives an older state. Unless `isLast`, another write of the same scopes
 * must follow before the change is acknowledged; then only that one waits if Redis is away.
 */
export type WhileWriting = <Result>(
  scopes: readonly string[],
  write: () => Promise<Result>,
  options?: { isLast: boolean },
) => Promise<Result>;

type WriteOptions = {
  redis: Pick<Redis, 'eval'>;
  logger: Pick<Logger, 'warn'>;
  /** For tests. */
  writeMs?: number;
  /** For tests. */
  keptMs?: number;
};

/**
 * Announces each write in Redis, before it begins and after it has ended. A write never fails because of Redis: without it, the result is returned
 * only after all responses from before the write are too old to be repeated.
 */
export const createWhileWriting = ({ redis, logger, writeMs = WRITE_MS, keptMs = PUBLIC_READ_MS }: WriteOptions): WhileWriting => {
  const announce = async (script: string, scopes: readonly string[], writer: string): Promise<boolean> => {
    const keys = scopes.flatMap((scope) => [versionKey(scope), writersKey(scope)]);
    try {
      await redis.eval(script, keys.length, ...keys, writer, writeMs, randomUUID(), VERSION_SECONDS);
      return true;
    } catch (err) {
      logger.warn({ err, scopes }, 'Write of public data could not be announced');
      return false;
    }
  };

  return async (scopes, write, { isLast } = { isLast: true }) => {
    const writer = randomUUID();
    await announce(BEGIN, scopes, writer);
    // After an error, nobody knows whether the database will still carry it out. So it counts as running until it must have ended.
    const result = await write();
    if (!(await announce(END, scopes, writer)) && isLast) await delay(keptMs);
    return result;
  };
};

/** A token, or `WRITING`; null: nobody has set one yet; undefined: Redis did not respond. */
export type Version = string | null | undefined;

export type Versions = {
  /** The version at some time after the call. */
  read: (scope: string) => Promise<Version>;
  /** Sets a token if there is none. */
  create: (scope: string) => Promise<void>;
};

/** After a failure, Redis is not asked for this time, so that requests do not wait for it. */
const PAUSE_AFTER_FAILURE_MS = 1000;

export const createVersions = ({ redis }: { redis: Pick<Redis, 'get' | 'set'> }): Versions => {
  let pausedUntil = 0;
  return {
    read: async (scope) => {
      if (performance.now() < pausedUntil) return undefined;
      try {
        return await redis.get(versionKey(scope));
      } catch {
        pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS;
        return undefined;
      }
    },
    create: async (scope) => {
      await redis.set(versionKey(scope), randomUUID(), 'EX', VERSION_SECONDS, 'NX').catch(() => undefined);
    },
  };
};
