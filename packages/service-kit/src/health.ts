import type { AnyServer } from './build-server.ts';

/** Asks one dependency; throws when it does not answer. */
export type ReadinessCheck = () => Promise<unknown>;

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

/** /healthz: the process lives. /readyz: every dependency answered just now; 503 with what did not. */
export const registerHealth = ({ server, checks }: { server: AnyServer; checks: Record<string, ReadinessCheck> }): void => {
  const options = { config: { guard: 'public' as const }, schema: { hide: true }, logLevel: 'silent' as const };
  server.get('/healthz', options, async () => ({ status: 'ok' }));
  server.get('/readyz', options, async (_request, reply) => {
    const entries = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await ask(check)] as const));
    const ready = entries.every(([, state]) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(entries) });
  });
};
