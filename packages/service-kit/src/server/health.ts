import { TimeoutError, withTimeout } from '../retry.ts';
import type { AnyServer } from './server-types.ts';

/** Checks one dependency; throws when it does not respond. */
export type ReadinessCheck = () => Promise<unknown>;

export const LIVE_URL = '/healthz';
const READY = '/readyz';
/** Health check paths of every service. */
export const healthUrls: readonly string[] = [LIVE_URL, READY];

const CHECK_TIMEOUT_MS = 2000;

const run = async (check: ReadinessCheck): Promise<string> => {
  try {
    await withTimeout(check(), CHECK_TIMEOUT_MS);
    return 'ok';
  } catch (error) {
    if (error instanceof TimeoutError) return 'no answer';
    return error instanceof Error ? error.message : 'failed';
  }
};

type HealthOptions = {
  server: AnyServer;
  checks: Record<string, ReadinessCheck>;
  /** Checked and reported as well, but a failure only makes the service `degraded`. */
  optionalChecks?: Record<string, ReadinessCheck>;
  isStopping?: () => boolean;
};

const runAll = async (checks: Record<string, ReadinessCheck>): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await run(check)] as const)));

const areOk = (states: Record<string, string>): boolean => Object.values(states).every((state) => state === 'ok');

/** /healthz: the process is alive. /readyz: checks every dependency now; 503 with the state of each when a required one fails, or when the service is stopping. */
export const registerHealth = ({ server, checks, optionalChecks = {}, isStopping = () => false }: HealthOptions): void => {
  const options = { config: { guard: 'public' as const }, schema: { hide: true }, logLevel: 'silent' as const };
  server.get(LIVE_URL, options, async () => ({ status: 'ok' }));
  server.get(READY, options, async (_request, reply) => {
    const [needed, others] = await Promise.all([runAll(checks), runAll(optionalChecks)]);
    const body = { checks: { ...needed, ...others } };
    if (isStopping()) return reply.code(503).send({ status: 'stopping', ...body });
    if (!areOk(needed)) return reply.code(503).send({ status: 'not ready', ...body });
    return { status: areOk(others) ? 'ready' : 'degraded', ...body };
  });
};
