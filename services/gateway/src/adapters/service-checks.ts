import type { ReadinessCheck } from '@stagereel/service-kit';
import { request } from 'undici';

const TIMEOUT_MS = 1500;
const CACHE_MS = 1000;

/** The response of /readyz is public, so a failure reveals nothing else. */
const NO_ANSWER = 'no answer';

const cached = (check: () => Promise<unknown>): ReadinessCheck => {
  let last: { at: number; outcome: Promise<unknown> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > CACHE_MS) last = { at: performance.now(), outcome: check() };
    return last.outcome;
  };
};

const withoutDetails = (check: () => Promise<unknown>) => async (): Promise<void> => {
  try {
    await check();
  } catch {
    throw new Error(NO_ANSWER);
  }
};

const isHealthy = (baseUrl: string) => async (): Promise<void> => {
  // Not `fetch`, for which Node would load its own copy of undici.
  const { statusCode, body } = await request(new URL('/healthz', baseUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await body.dump();
  if (statusCode !== 200) throw new Error(NO_ANSWER);
};

type Options = { services: Record<string, string>; pingRedis: () => Promise<unknown> };

/** The checks that /readyz reports: Redis and the health of every service. Each is executed at most once a second. */
export const createServiceChecks = ({ services, pingRedis }: Options): Record<string, ReadinessCheck> => {
  const checks = { redis: pingRedis, ...Object.fromEntries(Object.entries(services).map(([name, url]) => [name, isHealthy(url)])) };
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, cached(withoutDetails(check))]));
};
