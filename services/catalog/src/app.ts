import { openOrdersSchema } from '@stagereel/contracts';
import { type BuildService, openService } from '@stagereel/service-kit';
import type { CatalogConfig } from './config.ts';
import { catalogConsumers } from './consumers/index.ts';
import { removeContestTombstones } from './domain/contest/delete-contest.ts';
import { publishDueContests } from './domain/contest/publication.ts';
import type { CatalogDeps } from './domain/deps.ts';
import { createSaleCache } from './domain/sale/sale-cache.ts';
import { settleSaleNotices } from './domain/sale/settle-sale-notices.ts';
import { openStores } from './models/open-stores.ts';
import { registerRoutes } from './routes/index.ts';

/** Admins cause few events at a time, and each concurrent publisher queries the database by itself. */
const RELAY_CONCURRENCY = 2;

type CatalogOptions = {
  /** The clock; tests set it. */
  now?: () => Date;
};

export const buildCatalog =
  ({ now = () => new Date() }: CatalogOptions = {}): BuildService<CatalogConfig> =>
  async (context) => {
    const { config } = context;
    // Visitors and orders need only MongoDB: events wait in the outbox, and only admins need a session.
    const service = await openService(context, { mongodb: 'required', redis: 'optional', rabbitmq: 'optional' });
    const { mongo, outbox, internalClient } = service;
    const { outboxes, contests, athletes, saleNotices } = await openStores({ connection: mongo, onEvents: outbox.trigger });
    outbox.startRelay(outboxes, { concurrency: RELAY_CONCURRENCY });

    const sales = createSaleCache(athletes);
    const ordersClient = internalClient(config.ORDERS_URL);
    const deps: CatalogDeps = {
      ...{ contests, athletes, saleNotices, sales, now },
      countOpenOrders: async (contestId) =>
        (await ordersClient.request({ path: `/internal/open-orders?${new URLSearchParams({ contestId })}`, schema: openOrdersSchema }))
          .count,
      triggerSweep: () => sweep.trigger(),
    };
    const sweep = service.startJob({
      name: 'sweep',
      everyMs: config.sweepEveryMs,
      run: async () => {
        await publishDueContests(deps);
        await settleSaleNotices(deps);
        await removeContestTombstones(deps, { minAgeMs: config.deletedContestMs });
      },
    });
    await service.consume(catalogConsumers({ deps, retryDelaysMs: config.eventRetryMs }));

    const sessions = service.sessionsOf(internalClient(config.IDENTITY_URL));
    const server = await service.buildServer({ sessions });
    registerRoutes({ server, deps, sessions });
    return { server };
  };
