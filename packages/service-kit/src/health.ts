import type { AnyServer } from './server-types.ts';

/** Asks one dependency; throws when it does not answer. */
export type ReadinessCheck = () => Promise<unknown>;

const LIVE = '/healthz';
const READY = '/readyz';
/** What an operator asks every service. */
export const healthUrls: readonly string[] = [LIVE, READY];

const CHECK_WITHIN_MS = 2000;

const ask = async (check: ReadinessCheck): Promise<string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), CHECK_WITHIN_MS);
  });
  try {
    return await Promise.race([check().then(() => 'ok'), late]);
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
};

type HealthOptions = {
  server: AnyServer;
  checks: Record<string, ReadinessCheck>;
  /** Asked and named as well, but their failure only degrades. */
  observed?: Record<string, ReadinessCheck>;
};

const askAll = async (checks: Record<string, ReadinessCheck>): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await ask(check)] as const)));

const areOk = (states: Record<string, string>): boolean => Object.values(states).every((state) => state === 'ok');

/** /healthz: the process lives. /readyz: every dependency answered just now; 503 with what did not. */
export const registerHealth = ({ server, checks, observed = {} }: HealthOptions): void => {
  const options = { config: { guard: 'public' as const }, schema: { hide: true }, logLevel: 'silent' as const };
  server.get(LIVE, options, async () => ({ status: 'ok' }));
  server.get(READY, options, async (_request, reply) => {
    const [needed, others] = await Promise.all([askAll(checks), askAll(observed)]);
    const body = { checks: { ...needed, ...others } };
    if (!areOk(needed)) return reply.code(503).send({ status: 'not ready', ...body });
    return { status: areOk(others) ? 'ready' : 'degraded', ...body };
  });
};
