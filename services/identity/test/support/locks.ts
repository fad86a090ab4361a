import { waitUntil } from '@stagereel/service-kit/testing';
import type { Answer } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

/** A quarter of an hour and more passes for the counts in Redis. */
export const endCounts = async ({ redis, backing }: IdentityUnderTest): Promise<void> => {
  const prefix = backing.REDIS_PREFIX;
  const find = () => redis.keys(`${prefix}count:failures-*`);
  for (const key of await find()) await redis.pexpire(key.slice(prefix.length), 1);
  await waitUntil(async () => (await find()).length === 0, { what: 'the end of the lock' });
};

/** One after the other. */
export const failTimes = async (times: number, run: (index: number) => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let index = 0; index < times; index += 1) answers.push(await run(index));
  return answers;
};

/** What an answer tells, without the times and ids that no two answers share. */
export const told = ({ status, body, headers, setCookies }: Answer) => {
  const { date, 'x-request-id': requestId, 'retry-after': retryAfter, ...others } = headers;
  const times = { lockoutUntil: typeof body['lockoutUntil'], retryAfter: typeof retryAfter };
  return { status, body: { ...body, ...times }, headers: others, cookies: Object.keys(setCookies) };
};
