import type { ReadinessCheck } from '@stagereel/service-kit';

const WITHIN_MS = 1500;
const ASK_AT_MOST_EVERY_MS = 1000;

/** Says only that, because the answer is public. */
const NO_ANSWER = 'no answer';

const once = (check: () => Promise<unknown>): ReadinessCheck => {
  let last: { at: number; outcome: Promise<unknown> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > ASK_AT_MOST_EVERY_MS) last = { at: performance.now(), outcome: check() };
    return last.outcome;
  };
};

const quiet = (check: () => Promise<unknown>) => async (): Promise<void> => {
  try {
    await check();
  } catch {
    throw new Error(NO_ANSWER);
  }
};

const lives = (baseUrl: string) => async (): Promise<void> => {
  const response = await fetch(new URL('/healthz', baseUrl), { signal: AbortSignal.timeout(WITHIN_MS) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(NO_ANSWER);
};

type Options = { services: Record<string, string>; pingRedis: () => Promise<unknown> };

/** What /readyz of the gateway names: Redis and whether each service lives. However often it is asked, each is asked once a second at most. */
export const createServiceChecks = ({ services, pingRedis }: Options): Record<string, ReadinessCheck> => {
  const checks = { redis: pingRedis, ...Object.fromEntries(Object.entries(services).map(([name, url]) => [name, lives(url)])) };
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, once(quiet(check))]));
};
