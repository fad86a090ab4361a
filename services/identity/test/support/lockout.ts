import { expect } from '@jest/globals';
import { keyPrefix, waitUntil } from '@stagereel/service-kit/testing';
import type { TestResponse } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

/** Lets the failure counters in Redis expire, like 15 minutes without attempts. */
export const expireCounters = async ({ redis, backing }: IdentityUnderTest): Promise<void> => {
  const prefix = keyPrefix(backing);
  const find = () => redis.keys(`${prefix}count:failures-*`);
  for (const key of await find()) await redis.pexpire(key.slice(prefix.length), 1);
  await waitUntil(async () => (await find()).length === 0, { what: 'the expiry of the counters' });
};

/** Runs the requests one after the other. */
export const repeat = async (times: number, run: (index: number) => Promise<TestResponse>): Promise<TestResponse[]> => {
  const responses: TestResponse[] = [];
  for (let index = 0; index < times; index += 1) responses.push(await run(index));
  return responses;
};

/** The parts of a response that must not differ, without times and ids. */
const comparableParts = ({ status, body, headers, setCookies }: TestResponse) => {
  const { date, 'x-request-id': requestId, 'retry-after': retryAfter, ...others } = headers;
  const times = { lockoutUntil: typeof body['lockoutUntil'], retryAfter: typeof retryAfter };
  return { status, body: { ...body, ...times }, headers: others, cookies: Object.keys(setCookies) };
};

const secondsToWait = ({ headers }: TestResponse): number => Number(headers['retry-after'] ?? 0);

/** Expects that the responses cannot be told apart. The seconds to wait may differ a little, because the requests ran at different times. */
export const expectSameResponse = (one: TestResponse, other: TestResponse): void => {
  expect(comparableParts(one)).toEqual(comparableParts(other));
  expect(Math.abs(secondsToWait(one) - secondsToWait(other))).toBeLessThanOrEqual(2);
};

export const expectSameResponses = (ones: readonly TestResponse[], others: readonly TestResponse[]): void => {
  expect(ones).toHaveLength(others.length);
  for (const [index, one] of ones.entries()) expectSameResponse(one, others[index]!);
};
