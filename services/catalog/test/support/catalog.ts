import type { Athlete, Category, Contest, EventEnvelope } from '@stagereel/contracts';
import { type RunningService, startService } from '@stagereel/service-kit';
import { startEventProbe, startTestIdentity, type TestBacking, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { catalogWith } from '../../src/app.ts';
import { loadCatalogConfig } from '../../src/config.ts';

export type Caller = 'anonymous' | 'customer' | 'admin';
type Call = { body?: unknown; as?: Caller; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back and asserts on it
export type Answer = { status: number; body: any; headers: Headers };

/** A file keeps its bytes. */
const bodyOf = ({ bytes, type }: { bytes: Buffer; type: string | null }): unknown => {
  if (bytes.length === 0) return undefined;
  return type?.startsWith('application/json') ? JSON.parse(bytes.toString('utf8')) : bytes;
};

type Options = { env?: Record<string, string>; now?: () => Date };

/** The settings a test runs with: production's, but for the pauses. */
const settings = (backing: TestBacking, identityUrl: string, env: Record<string, string>) =>
  loadCatalogConfig({ ...backing, IDENTITY_URL: identityUrl, SWEEP_EVERY_SECONDS: '0.2', DELETED_CONTEST_SECONDS: '1', ...env });

/** The real catalog on real MongoDB, Redis and RabbitMQ, with identity stood in for, and callers of each kind. */
export const startTestCatalog = async ({ env = {}, now = () => new Date() }: Options = {}) => {
  const backing = testBacking();
  const identity = await startTestIdentity(backing);
  const probe = await startEventProbe(backing);
  const database = await mongoose.createConnection(backing.MONGODB_URL, { dbName: backing.MONGODB_DATABASE }).asPromise();
  const running: RunningService[] = [];

  /** One more replica on the same database and broker. */
  const startReplica = async (more: Record<string, string> = {}): Promise<RunningService> => {
    const config = settings(backing, identity.url, { ...env, ...more });
    const service = await startService({ name: 'catalog', config, build: catalogWith({ now }) });
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
    async (method: string, path: string, { body, as = 'admin', headers = {} }: Call = {}): Promise<Answer> => {
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
      return { status: response.status, body: bodyOf({ bytes, type: response.headers.get('content-type') }), headers: response.headers };
    };
  const call = callAt(first.url);

  const made = async <Thing>(path: string, body: unknown): Promise<Thing> => {
    const answer = await call('POST', path, { body });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  let contestCount = 0;

  return {
    url: first.url,
    /** Calls as an admin unless told otherwise. */
    call,
    callAt,
    internal: (method: string, path: string, body?: unknown) =>
      call(method, path, { body, as: 'anonymous', headers: { 'x-internal-token': backing.INTERNAL_TOKEN } }),
    probe,
    identity,
    database,
    startReplica,
    /** A contest of its own for a test; not published unless told. */
    contest: (fields: Record<string, unknown> = {}): Promise<Contest> => {
      contestCount += 1;
      return made('/api/contests', { name: `テスト大会 ${contestCount}`, ...fields });
    },
    category: (contestId: string, name: string): Promise<Category> => made(`/api/contests/${contestId}/categories`, { name }),
    /** In 未分類 and on sale unless told otherwise. */
    athlete: (contestId: string, fields: Record<string, unknown> = {}): Promise<Athlete> =>
      made(`/api/contests/${contestId}/athletes`, { category: '未分類', videoStatus: '販売中', ...fields }),
    athletes: async (contestId: string, { includeDeleted = false } = {}): Promise<Athlete[]> =>
      (await call('GET', `/api/contests/${contestId}/athletes?includeDeleted=${includeDeleted}`)).body,
    /** The audit events of one action, once there are as many as expected. */
    acts: (action: string, targetId: string, count = 1): Promise<EventEnvelope[]> =>
      waitUntil(
        () => {
          const found = probe.ofType('admin.acted').filter(({ data }) => isAct(data, action, targetId));
          return found.length >= count && found;
        },
        { what: `${count} × ${action} of ${targetId}` },
      ),
    /** Resolves once no document of the collection matches. */
    gone: (collection: string, filter: object) =>
      waitUntil(async () => (await database.collection(collection).countDocuments(filter)) === 0, { what: `the end of ${collection}` }),
    stop: async () => {
      for (const service of running) await service.stop();
      await database.dropDatabase();
      await database.close();
      await probe.stop();
      await identity.stop();
    },
  };
};
export type TestCatalog = Awaited<ReturnType<typeof startTestCatalog>>;

const isAct = (data: unknown, action: string, targetId: string): boolean => {
  const act = data as { action?: string; target?: { id?: string } };
  return act.action === action && act.target?.id === targetId;
};
