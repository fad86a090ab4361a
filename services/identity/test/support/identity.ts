import { type CodePurpose, codeRequested, type EventData, type EventEnvelope } from '@stagereel/contracts';
import { type AnyServer, connectMongo, connectRedis, createLogger, startService } from '@stagereel/service-kit';
import { expiriesIn, loadWith, startEventProbe, type TestSettings, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { buildIdentity, type IdentityOptions } from '../../src/app.ts';
import { type IdentityConstants, type identityConfig, loadIdentityConfig } from '../../src/config.ts';
import { openBrowser } from './browser.ts';

export const ADMIN = { email: 'admin@example.jp', password: 'Correct-Horse-9' };

/** Nothing listens there. */
const OTHER_SERVICES = { ORDERS_URL: 'http://127.0.0.1:9', NOTIFY_URL: 'http://127.0.0.1:9', CATALOG_URL: 'http://127.0.0.1:9' };

let browsers = 0;

/** For tests of what the sweep deletes; other tests do not pay for it. */
export const SWEEPING = { sweepEveryMs: 50 };

/**
 * Starts the service with real MongoDB, Redis and RabbitMQ and a now that tests can advance. Gives access to its stored data and
 * published events.
 */
export const startIdentity = async (
  settings: TestSettings<typeof identityConfig, IdentityConstants> = {},
  options: Pick<IdentityOptions, 'adapt' | 'sweepEveryMs'> = {},
) => {
  const backing = { ...testBacking(), ...OTHER_SERVICES };
  let aheadMs = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);
  const probe = await startEventProbe(backing);
  const variables = {
    ...backing,
    PUBLIC_URL: 'https://shop.example.jp',
    eventRetryMs: [50, 100],
    codesPerNetworkHour: 1000,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...settings,
  };
  const start = () =>
    startService({
      name: 'identity',
      config: loadWith(loadIdentityConfig, variables),
      build: buildIdentity({ now, ...options }),
    });
  const service = await start();
  const logger = createLogger({ service: 'test', level: 'silent' });
  const mongo = await connectMongo({ config: backing, service: 'identity', logger });
  const redis = await connectRedis({ config: backing, logger });

  const codeEvents = (email: string, purpose: CodePurpose): EventEnvelope<EventData<typeof codeRequested>>[] =>
    (probe.ofType(codeRequested.type) as EventEnvelope<EventData<typeof codeRequested>>[]).filter(
      ({ data }) => data.email === email && data.purpose === purpose,
    );

  return {
    backing,
    probe,
    mongo,
    redis,
    service,
    server: service.server,
    /** Starts another replica with the same databases. */
    startReplica: start,
    wait: (seconds: number) => {
      aheadMs += seconds * 1000;
    },
    now,
    /** A new browser, by default from a new network. */
    browser: (source: { ip?: string; userAgent?: string; server?: AnyServer } = {}) => {
      browsers += 1;
      const ip = `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers & 255}`;
      const cookiePrefix = variables.PUBLIC_URL.startsWith('https:') ? '__Host-' : '';
      return openBrowser({ server: service.server, ip, cookiePrefix, ...source });
    },
    codeEvents,
    /** Waits for the nth code mailed to an address. */
    mailedCode: async (email: string, { purpose = 'order', nth = 1 }: { purpose?: CodePurpose; nth?: number } = {}): Promise<string> => {
      const event = await waitUntil(() => codeEvents(email, purpose)[nth - 1], { what: `code ${nth} for ${email}` });
      return event.data.code;
    },
    documents: (collection: string, filter: Record<string, unknown> = {}) => mongo.collection(collection).find(filter).toArray(),
    document: async (collection: string, id: string) => mongo.collection<{ _id: string }>(collection).findOne({ _id: id }),
    /** In how many minutes MongoDB deletes the documents. */
    minutesLeft: async (collection: string, filter: Record<string, unknown> = {}) =>
      (await expiriesIn(mongo.collection(collection), filter)).map((at) => Math.ceil((at.getTime() - now().getTime()) / 60_000)),
    stop: async () => {
      await service.stop();
      await probe.stop();
      await mongo.dropDatabase();
      await mongo.close();
      redis.disconnect();
    },
  };
};
export type IdentityUnderTest = Awaited<ReturnType<typeof startIdentity>>;

/** A code that differs from the given one. */
export const differentCode = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** Signs in as the admin, with both steps. */
export const signInAdmin = async (identity: IdentityUnderTest, browser = identity.browser()) => {
  const first = await browser.post('/api/admin/login', ADMIN);
  // Finds the code by its request id, because the code of an earlier sign-in may arrive later.
  const mailed = () =>
    identity.codeEvents(ADMIN.email, 'admin-sign-in').find(({ correlationId }) => correlationId === first.headers['x-request-id']);
  const { code } = (await waitUntil(mailed, { what: 'the sign-in code' })).data;
  const second = await browser.post('/api/admin/verify-2fa', { email: ADMIN.email, code });
  return { browser, first, second, code };
};

/** Proves an address with a mailed code. */
export const proveEmail = async (identity: IdentityUnderTest, email: string, browser = identity.browser()) => {
  const nth = identity.codeEvents(email, 'order').length + 1;
  await browser.post('/api/send-verification-code', { email });
  const code = await identity.mailedCode(email, { nth });
  const response = await browser.post('/api/verify-email-code', { email, code });
  return { browser, code, response };
};
