import {
  type BuildService,
  type CommonConfig,
  commonConfig,
  commonConstants,
  loadConfig,
  openService,
  type RedisConfig,
  redisConfig,
  startService,
} from '@stagereel/service-kit';
import { openBrowser } from './browser.ts';
import type { IdentityUnderTest } from './identity.ts';

/** A service that verifies identity's sessions like the real ones: with the published keys and the shared Redis. */
export const startOtherService = async (identity: IdentityUnderTest) => {
  const build: BuildService<CommonConfig & RedisConfig> = async (context) => {
    const { sessionsOf, internalClient, buildServer } = await openService(context, { redis: 'required' });
    const sessions = sessionsOf(internalClient(identity.service.url));
    const server = await buildServer({ sessions });
    server.get('/api/customers-only', { config: { guard: 'customer' } }, async () => ({}));
    server.get('/api/admins-only', { config: { guard: 'admin' } }, async () => ({}));
    server.get('/api/proven-only', { config: { guard: 'proven' } }, async (request) => ({ emails: request.provenEmails }));
    return { server };
  };
  const config = {
    ...loadConfig({ ...commonConfig, ...redisConfig }, { ...identity.backing, PUBLIC_URL: 'http://localhost' }),
    ...commonConstants,
  };
  const service = await startService({ name: 'other', config, build });

  /** A browser that sends these cookies to the other service. */
  const withCookies = (cookies: Record<string, string>) => {
    const browser = openBrowser({ server: service.server, ip: '10.0.0.1' });
    for (const [name, value] of Object.entries(cookies)) browser.jar.set(name, value);
    return browser;
  };
  return {
    withCookies,
    /** The response status of a customer route for this `session` cookie. */
    statusOf: async (session: string): Promise<number> => (await withCookies({ session }).get('/api/customers-only')).status,
    stop: service.stop,
  };
};
