import type { Connection } from 'mongoose';
import { createInternalClient, type InternalClient } from './clients/internal-client.ts';
import { connectMongo, type MongoConfig, pingMongo } from './clients/mongo.ts';
import { connectRedis, type Redis, type RedisConfig } from './clients/redis.ts';
import type { CommonConfig } from './config/config.ts';
import { type Job, type JobOptions, startJob } from './job.ts';
import { connectMessaging, type MessagingConfig } from './messaging/connect.ts';
import type { Consumer } from './messaging/consumer.ts';
import { type ChangedInStore, startOutboxRelay } from './messaging/outbox-relay.ts';
import type { OutboxStore } from './messaging/outbox-store.ts';
import type { ServiceContext } from './run-service.ts';
import { buildServer, type ServerOptions } from './server/build-server.ts';
import type { ReadinessCheck } from './server/health.ts';
import type { Server } from './server/server-types.ts';
import { createKeySource, createSessions, type Sessions } from './server/session.ts';
import { registerGauges, secondsSince } from './telemetry/metrics.ts';

/** `required`: without it the service is not ready. `optional`: without it the service continues, and /readyz reports `degraded`. */
type Importance = 'required' | 'optional';

const registerOutboxGauges = ({
  stores,
  ...options
}: Pick<ServiceContext<unknown>, 'metrics' | 'logger'> & { stores: readonly OutboxStore[] }) =>
  registerGauges({
    ...options,
    gauges: {
      outbox_events: 'Events that wait to be published, of at most 1,000 documents',
      outbox_oldest_seconds: 'How long the oldest of them has waited, in seconds',
    },
    labelNames: ['collection'],
    read: () =>
      Promise.all(
        stores.map(async (store) => {
          const { collection, events, oldest } = await store.readBacklog();
          return { labels: { collection }, values: { outbox_events: events, outbox_oldest_seconds: secondsSince(oldest) } };
        }),
      ),
  });

/** What a service depends on. A dependency that is not named is not opened. */
type Dependencies = {
  mongodb?: Importance;
  redis?: Importance;
  rabbitmq?: Importance;
  /** How long a Redis command may take, in ms. Default: 3,000. */
  redisTimeoutMs?: number;
};

type AllConfig = CommonConfig & MongoConfig & RedisConfig & MessagingConfig;
type ConfigFor<Wanted extends Dependencies> = CommonConfig &
  ('mongodb' extends keyof Wanted ? MongoConfig : unknown) &
  ('redis' extends keyof Wanted ? RedisConfig : unknown) &
  ('rabbitmq' extends keyof Wanted ? MessagingConfig : unknown);

type RelayOptions = {
  /** Documents whose events are published at the same time. */
  concurrency?: number;
};

type OpenMessaging = {
  outbox: {
    /**
     * Publishes the new events of one document now, or of all documents. Called after a write that appended events; before {@link startRelay}
     * it does nothing.
     */
    trigger: (changed?: ChangedInStore) => void;
    /** Starts to publish the events in these stores. */
    startRelay: (stores: readonly OutboxStore[], options?: RelayOptions) => void;
  };
  /** Starts to consume; continues by itself after every reconnect. */
  consume: (consumers: readonly Consumer[]) => Promise<void>;
};

type OpenedService<Wanted extends Dependencies> = {
  /** A client of another service's `/internal` routes. */
  internalClient: (baseUrl: string) => InternalClient;
  startJob: (options: Omit<JobOptions, 'logger'>) => Job;
  /** The server with health checks of everything opened here; further checks are added to them. Not listening yet. */
  buildServer: (options?: Partial<Omit<ServerOptions, 'service' | 'config' | 'logger' | 'metrics'>>) => Promise<Server>;
} & ('mongodb' extends keyof Wanted ? { mongo: Connection } : unknown) &
  ('redis' extends keyof Wanted
    ? {
        redis: Redis;
        /** Sessions signed with the keys that identity publishes. */
        sessionsOf: (identity: InternalClient) => Sessions;
      }
    : unknown) &
  ('rabbitmq' extends keyof Wanted ? OpenMessaging : unknown);

/**
 * Opens everything a service depends on, and registers all of it to be closed at the end, in reverse order. Every service has this form:
 *
 * ```ts
 * export const buildOrders = (options: OrdersOptions = {}): BuildService<OrdersConfig> => async (context) => {
 *   const service = await openService(context, { mongodb: 'required', redis: 'required', rabbitmq: 'required' });
 *   const store = await openOrdersStore({ mongo: service.mongo, onEvents: service.outbox.trigger });
 *   service.outbox.startRelay(store.outboxes);
 *   const deps: OrdersDeps = { … };
 *   await service.consume(ordersConsumers({ deps, retryDelaysMs: config.eventRetryMs }));
 *   service.startJob({ name: 'sweep', everyMs, run: () => sweep(deps) });
 *   const sessions = service.sessionsOf(service.internalClient(config.IDENTITY_URL));
 *   const server = await service.buildServer({ sessions });
 *   registerRoutes({ server, deps });
 *   return { server };
 * };
 * ```
 *
 * The health checks are named `mongodb`, `redis` and `rabbitmq`.
 */
export const openService = async <const Wanted extends Dependencies>(
  context: ServiceContext<ConfigFor<Wanted>>,
  wanted: Wanted,
): Promise<OpenedService<Wanted>> => {
  const { name, logger, metrics, lifecycle } = context;
  // TypeScript cannot narrow a generic type: ConfigFor<Wanted> has the settings of each dependency that is opened below.
  const config = context.config as AllConfig;
  const { mongodb, redis, rabbitmq, redisTimeoutMs } = wanted as Dependencies;
  const checks: Record<string, ReadinessCheck> = {};
  const optionalChecks: Record<string, ReadinessCheck> = {};
  const addCheck = (dependency: 'mongodb' | 'redis' | 'rabbitmq', check: ReadinessCheck): void => {
    (wanted[dependency] === 'required' ? checks : optionalChecks)[dependency] = check;
  };

  const internalClient = (baseUrl: string) =>
    createInternalClient({ baseUrl, token: config.INTERNAL_TOKEN, retryMs: config.connectRetryMs });

  const openMongo = async () => {
    const mongo = await connectMongo({ config, logger, service: name, appName: name });
    addCheck('mongodb', () => pingMongo(mongo));
    return { parts: { mongo }, register: () => lifecycle.onStop('mongodb', () => mongo.close()) };
  };

  const openRedis = async () => {
    const optional = redis === 'optional';
    const client = await connectRedis({ config, logger, optional, ...(redisTimeoutMs !== undefined && { commandMs: redisTimeoutMs }) });
    addCheck('redis', () => client.ping());
    const sessionsOf = (identity: InternalClient) => createSessions({ fetchKeys: createKeySource(identity), redis: client });
    return {
      parts: { redis: client, sessionsOf },
      // An optional Redis may be unreachable, where QUIT would wait for a connection.
      register: () => lifecycle.onStop('redis', () => (optional ? client.disconnect() : client.quit())),
    };
  };

  const openMessaging = async () => {
    const messaging = await connectMessaging({ config, logger, service: name });
    addCheck('rabbitmq', messaging.ping);
    registerGauges({
      metrics,
      logger,
      gauges: { queue_messages: 'Messages in a queue: waiting to be consumed, waiting for a retry, or dead' },
      labelNames: ['queue', 'state'],
      read: async () =>
        (await messaging.countMessages()).flatMap(({ queue, ...counts }) =>
          Object.entries(counts).map(([state, count]) => ({ labels: { queue, state }, values: { queue_messages: count } })),
        ),
    });
    let trigger: OpenMessaging['outbox']['trigger'] = () => undefined;
    const parts: OpenMessaging = {
      consume: messaging.consume,
      outbox: {
        trigger: (changed) => trigger(changed),
        startRelay: (stores, options = {}) => {
          const relay = startOutboxRelay({ stores, publish: messaging.publish, logger, ...options });
          registerOutboxGauges({ stores, metrics, logger });
          lifecycle.onStop('outbox relay', relay.stop);
          trigger = relay.trigger;
        },
      },
    };
    return { parts, register: () => lifecycle.onStop('rabbitmq', messaging.stop) };
  };

  // Opened in parallel, closed in a fixed order. If one cannot be opened, the others are closed.
  const openings = await Promise.allSettled([mongodb && openMongo(), redis && openRedis(), rabbitmq && openMessaging()]);
  for (const opening of openings) if (opening.status === 'fulfilled') opening.value?.register();
  for (const opening of openings) if (opening.status === 'rejected') throw opening.reason;
  const parts = openings.map((opening) => (opening.status === 'fulfilled' ? opening.value?.parts : undefined));

  const opened = Object.assign(
    {
      internalClient,
      startJob: (options: Omit<JobOptions, 'logger'>) => {
        const job = startJob({ ...options, logger });
        lifecycle.onStop(options.name, job.stop);
        return job;
      },
      buildServer: (options: Partial<ServerOptions> = {}) =>
        buildServer({
          ...options,
          service: name,
          config,
          logger,
          metrics,
          isStopping: lifecycle.isStopping,
          checks: { ...checks, ...options.checks },
          optionalChecks: { ...optionalChecks, ...options.optionalChecks },
        }),
    },
    ...parts,
  );
  return opened as unknown as OpenedService<Wanted>;
};
