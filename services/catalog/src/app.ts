import {
  type BuildService,
  buildServer,
  connectMessaging,
  connectMongo,
  connectRedis,
  createInternalClient,
  createKeySource,
  createSessions,
  type OutboxRelay,
  pingMongo,
  startOutboxRelay,
  startRepeating,
} from '@stagereel/service-kit';
import type { CatalogConfig } from './config.ts';
import { catalogConsumers } from './consumers/index.ts';
import { clearDeletedContests } from './domain/clear-deleted-contests.ts';
import type { CatalogDeps } from './domain/ports.ts';
import { openCatalogStore } from './models/open-catalog-store.ts';
import { registerRoutes } from './routes/index.ts';

/** An admin's typing makes a few events at a time, and each lane of the relay asks the database on its own. */
const RELAY_LANES = 2;

/** The catalog by a clock of the caller's. */
export const catalogWith =
  ({ now }: Pick<CatalogDeps, 'now'>): BuildService<CatalogConfig> =>
  async ({ config, logger, metrics, lifecycle }) => {
    const connection = await connectMongo({ config, logger });
    lifecycle.onStop('mongo', () => connection.close());
    const redis = await connectRedis({ config, logger, optional: true });
    lifecycle.onStop('redis', () => redis.disconnect());
    const messaging = await connectMessaging({ config, logger });
    lifecycle.onStop('messaging', messaging.stop);

    let relay: OutboxRelay | undefined;
    const { contests, athletes, outboxes } = await openCatalogStore({ connection, onEvents: () => relay?.kick() });
    relay = startOutboxRelay({ stores: outboxes, publish: messaging.publish, logger, concurrency: RELAY_LANES });
    lifecycle.onStop('outbox relay', relay.stop);

    const sweep = startRepeating({
      name: 'sweep',
      everyMs: config.SWEEP_EVERY_SECONDS,
      run: async () => {
        await contests.publishDue(now());
        await clearDeletedContests({ contests, athletes, now, keepDeletedMs: config.DELETED_CONTEST_SECONDS });
      },
      logger,
    });
    lifecycle.onStop('sweep', sweep.stop);

    const deps: CatalogDeps = { contests, athletes, now, sweepSoon: sweep.kick };
    await messaging.consume(catalogConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));

    const identity = createInternalClient({ baseUrl: config.IDENTITY_URL, token: config.INTERNAL_TOKEN });
    const sessions = createSessions({ fetchKeys: createKeySource(identity), redis });
    const checks = { mongo: () => pingMongo(connection) };
    // Visitors can look and orders can ask for prices without them: events wait in the outbox, and only admins need a session here.
    const observed = { redis: () => redis.ping(), broker: messaging.ping };
    const server = await buildServer({ service: 'catalog', config, logger, metrics, sessions, checks, observed });
    registerRoutes({ server, deps, sessions });
    return { server };
  };

export const buildCatalog = catalogWith({ now: () => new Date() });
