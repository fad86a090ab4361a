import { expect } from '@jest/globals';
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
const told = ({ status, body, headers, setCookies }: Answer) => {
  const { date, 'x-request-id': requestId, 'retry-after': retryAfter, ...others } = headers;
  const times = { lockoutUntil: typeof body['lockoutUntil'], retryAfter: typeof retryAfter };
  return { status, body: { ...body, ...times }, headers: others, cookies: Object.keys(setCookies) };
};

const secondsToWait = ({ headers }: Answer): number => Number(headers['retry-after'] ?? 0);

/** Expects that nobody can tell the two apart. The seconds to wait are those of two moments, between which a busy machine takes its time. */
export const expectAlike = (one: Answer, other: Answer): void => {
  expect(told(one)).toEqual(told(other));
  expect(Math.abs(secondsToWait(one) - secondsToWait(other))).toBeLessThanOrEqual(2);
};

/** The same of answers that were got one after the other. */
export const expectAllAlike = (ones: readonly Answer[], others: readonly Answer[]): void => {
  expect(ones).toHaveLength(others.length);
  for (const [index, one] of ones.entries()) expectAlike(one, others[index]!);
};
