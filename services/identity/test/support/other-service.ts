import {
  type BuildService,
  buildServer,
  type CommonConfig,
  connectRedis,
  createInternalClient,
  createKeySource,
  createSessions,
  startService,
} from '@stagereel/service-kit';
import { openBrowser } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

/** Some other service, which knows no more than identity's address and the Redis they share. */
export const startOtherService = async (identity: IdentityUnderTest) => {
  const build: BuildService<CommonConfig> = async ({ config, logger, metrics, lifecycle }) => {
    const redis = await connectRedis({ config: identity.backing, logger });
    lifecycle.onStop('redis', () => redis.quit());
    const client = createInternalClient({ baseUrl: identity.service.url, token: identity.backing.INTERNAL_TOKEN });
    const sessions = createSessions({ fetchKeys: createKeySource(client), redis });
    const server = await buildServer({ service: 'other', config, logger, metrics, sessions, checks: {} });
    server.get('/api/customers-only', { config: { guard: 'customer' } }, async () => ({}));
    server.get('/api/admins-only', { config: { guard: 'admin' } }, async () => ({}));
    server.get('/api/proven-only', { config: { guard: 'proven' } }, async (request) => ({ emails: request.provenEmails }));
    return { server };
  };
  const { NODE_ENV, LOG_LEVEL, INTERNAL_TOKEN } = identity.backing;
  const config = { NODE_ENV, LOG_LEVEL, INTERNAL_TOKEN, HOST: '127.0.0.1', PORT: 0, PUBLIC_URL: 'http://localhost' } as CommonConfig;
  const service = await startService({ name: 'other', config, build });

  /** A browser with these cookies at the other service. */
  const withCookies = (cookies: Record<string, string>) => {
    const browser = openBrowser({ server: service.server, ip: '10.0.0.1' });
    for (const [name, value] of Object.entries(cookies)) browser.jar.set(name, value);
    return browser;
  };
  return {
    withCookies,
    /** The status a `session` cookie gets where customers may enter. */
    statusOf: async (session: string): Promise<number> => (await withCookies({ session }).get('/api/customers-only')).status,
    stop: service.stop,
  };
};
export type OtherService = Awaited<ReturnType<typeof startOtherService>>;
