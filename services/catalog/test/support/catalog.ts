import type { Athlete, Category, Contest, EventEnvelope } from '@stagereel/contracts';
import { type RunningService, startService } from '@stagereel/service-kit';
import {
  databaseName,
  loadWith,
  startEventProbe,
  startFakeServer,
  startTestIdentity,
  type TestBacking,
  type TestSettings,
  testBacking,
  waitUntil,
} from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { buildCatalog } from '../../src/app.ts';
import { type CatalogConstants, type catalogConfig, loadCatalogConfig } from '../../src/config.ts';
import type { CatalogDeps } from '../../src/domain/deps.ts';
import { createSaleCache } from '../../src/domain/sale/sale-cache.ts';
import { openStores } from '../../src/models/open-stores.ts';

export type Caller = 'anonymous' | 'customer' | 'admin';
type CallOptions = { body?: unknown; as?: Caller; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever the response contains
export type TestResponse = { status: number; body: any; headers: Headers };

/** Parses JSON; a file stays a buffer. */
const parseBody = ({ bytes, type }: { bytes: Buffer; type: string | null }): unknown => {
  if (bytes.length === 0) return undefined;
  return type?.startsWith('application/json') ? JSON.parse(bytes.toString('utf8')) : bytes;
};

type Settings = TestSettings<typeof catalogConfig, CatalogConstants>;
type Options = { settings?: Settings; now?: () => Date };

/** Production's settings with short intervals. */
const testConfig = (backing: TestBacking, urls: Record<string, string>, settings: Settings) =>
  loadWith(loadCatalogConfig, { ...backing, ...urls, sweepEveryMs: 200, deletedContestMs: 1000, ...settings });

/** The catalog on real MongoDB, Redis and RabbitMQ with fake identity and orders services, and callers of each kind. */
export const startTestCatalog = async ({ settings = {}, now = () => new Date() }: Options = {}) => {
  const backing = testBacking();
  const identity = await startTestIdentity(backing);
  /** The number of orders that still need a contest, by its id. */
  const openOrders = new Map<string, number>();
  const orders = await startFakeServer({
    'GET /internal/open-orders': ({ query }) => ({ body: { count: openOrders.get(query.get('contestId') ?? '') ?? 0 } }),
  });
  const probe = await startEventProbe(backing);
  const database = await mongoose.createConnection(backing.MONGODB_URL, { dbName: databaseName(backing, 'catalog') }).asPromise();
  const running: RunningService[] = [];

  /** Starts another replica on the same database and broker. */
  const startReplica = async (more: Settings = {}): Promise<RunningService> => {
    const config = testConfig(backing, { IDENTITY_URL: identity.url, ORDERS_URL: orders.url }, { ...settings, ...more });
    const service = await startService({ name: 'catalog', config, build: buildCatalog({ now }) });
    running.push(service);
    return service;
  };
  const first = await startReplica();

  const cookies: Record<Caller, string | undefined> = {
    anonymous: undefined,
    customer: await identity.sessionCookie(),
    admin: await identity.adminCookie(),
  };

  const callAt =
    (baseUrl: string) =>
    async (method: string, path: string, { body, as = 'admin', headers = {} }: CallOptions = {}): Promise<TestResponse> => {
      const cookie = cookies[as];
      const response = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, body: parseBody({ bytes, type: response.headers.get('content-type') }), headers: response.headers };
    };
  const call = callAt(first.url);

  const create = async <Thing>(path: string, body: unknown): Promise<Thing> => {
    const response = await call('POST', path, { body });
    if (response.status !== 201) throw new Error(`POST ${path} returned ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  let contestCount = 0;

  return {
    url: first.url,
    /** Sends a request, as an admin by default. */
    call,
    callAt,
    internal: (method: string, path: string, body?: unknown) =>
      call(method, path, { body, as: 'anonymous', headers: { 'x-internal-token': backing.INTERNAL_TOKEN } }),
    backing,
    probe,
    identity,
    openOrders,
    orders,
    database,
    startReplica,
    /** The dependencies of the use cases on the same database, to run a use case with an interruption between two of its steps. */
    openDeps: async (): Promise<CatalogDeps> => {
      const { contests, athletes, saleNotices } = await openStores({ connection: database, onEvents: () => undefined });
      return {
        contests,
        athletes,
        saleNotices,
        sales: createSaleCache(athletes),
        countOpenOrders: async () => 0,
        now,
        triggerSweep: () => undefined,
      };
    },
    /** Creates a contest, unpublished by default. */
    contest: (fields: Record<string, unknown> = {}): Promise<Contest> => {
      contestCount += 1;
      return create('/api/contests', { name: `テスト大会 ${contestCount}`, ...fields });
    },
    category: (contestId: string, name: string): Promise<Category> => create(`/api/contests/${contestId}/categories`, { name }),
    /** Creates an athlete, by default in 未分類 and on sale. */
    athlete: (contestId: string, fields: Record<string, unknown> = {}): Promise<Athlete> =>
      create(`/api/contests/${contestId}/athletes`, { category: '未分類', videoStatus: '販売中', ...fields }),
    athletes: async (contestId: string, { includeDeleted = false } = {}): Promise<Athlete[]> =>
      (await call('GET', `/api/contests/${contestId}/athletes?includeDeleted=${includeDeleted}`)).body,
    /** Waits for at least `count` audit events of the action on the target. */
    auditEvents: (action: string, targetId: string, count = 1): Promise<EventEnvelope[]> =>
      waitUntil(
        () => {
          const found = probe.ofType('admin.acted').filter(({ data }) => isAudited(data, action, targetId));
          return found.length >= count && found;
        },
        { what: `${count} × ${action} of ${targetId}` },
      ),
    /** Waits until no document of the collection matches. */
    waitUntilGone: (collection: string, filter: object) =>
      waitUntil(async () => (await database.collection(collection).countDocuments(filter)) === 0, {
        what: `the removal from ${collection}`,
      }),
    stop: async () => {
      for (const service of running) await service.stop();
      await database.dropDatabase();
      await database.close();
      await probe.stop();
      await identity.stop();
      await orders.stop();
    },
  };
};

const isAudited = (data: unknown, action: string, targetId: string): boolean => {
  const event = data as { action?: string; target?: { id?: string } };
  return event.action === action && event.target?.id === targetId;
};
