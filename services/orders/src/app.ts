import {
  type BuildService,
  buildServer,
  connectMessaging,
  connectMongo,
  connectRedis,
  createInternalClient,
  createKeySource,
  createOutboxStore,
  createSessions,
  pingMongo,
  startOutboxRelay,
  startRepeating,
} from '@stagereel/service-kit';
import { createCatalog } from './adapters/catalog-client.ts';
import { createLookupLimits } from './adapters/lookup-limits.ts';
import { createMailLimits } from './adapters/mail-limits.ts';
import { createVideos } from './adapters/media-client.ts';
import { createPaymentLimits } from './adapters/payment-limits.ts';
import { connectStripe, createStripePayments } from './adapters/stripe-payments.ts';
import { createWebhookReader } from './adapters/stripe-webhook.ts';
import type { OrdersConfig } from './config.ts';
import { ordersConsumers } from './consumers/index.ts';
import { answerLookups } from './domain/answer-lookups.ts';
import type { OrdersDeps } from './domain/deps.ts';
import { reconcilePayments } from './domain/reconcile-payments.ts';
import { resumeRefunds } from './domain/resume-refunds.ts';
import { connectExportModel, createExportLog, toldExports } from './models/export.model.ts';
import { answeredLookups, connectLookupModel, createLookupStore } from './models/lookup.model.ts';
import { connectOrderModel } from './models/order.model.ts';
import { createOrderRepository } from './models/order-repository.ts';
import { registerRoutes } from './routes/index.ts';
import { shopInfoOf } from './seller-config.ts';

/** A payment brings one event, a delivery two; every lane of the relay asks the database on its own. */
const RELAY_LANES = 4;
/** A look-up is answered at once by who took it down; this is for what a crash left behind. */
const LOOKUPS_EVERY_MS = 5000;

/** The composition root. The clock is for tests. */
export const ordersBuilder =
  ({ now = () => new Date() }: { now?: () => Date } = {}): BuildService<OrdersConfig> =>
  async ({ config, logger, metrics, lifecycle }) => {
    const mongo = await connectMongo({ config, logger });
    lifecycle.onStop('mongo', () => mongo.close());
    const redis = await connectRedis({ config, logger });
    lifecycle.onStop('redis', () => redis.quit());
    const messaging = await connectMessaging({ config, logger });
    lifecycle.onStop('messaging', messaging.stop);

    const model = await connectOrderModel(mongo);
    const lookupModel = await connectLookupModel(mongo);
    const exportModel = await connectExportModel(mongo);
    const relay = startOutboxRelay({
      stores: [
        createOutboxStore(model.collection),
        createOutboxStore(lookupModel.collection, { removeWhen: answeredLookups }),
        createOutboxStore(exportModel.collection, { removeWhen: toldExports }),
      ],
      publish: messaging.publish,
      logger,
      concurrency: RELAY_LANES,
    });
    lifecycle.onStop('outbox relay', relay.stop);

    const stripe = connectStripe({ secretKey: config.STRIPE_SECRET_KEY, apiUrl: config.STRIPE_API_URL });
    const clientOf = (baseUrl: string) => createInternalClient({ baseUrl, token: config.INTERNAL_TOKEN });
    const deps: OrdersDeps = {
      orders: createOrderRepository({ model, onEvents: relay.kick }),
      lookups: createLookupStore({ model: lookupModel, onEvents: relay.kick }),
      exportLog: createExportLog({ model: exportModel, onEvents: relay.kick }),
      provider: createStripePayments(stripe),
      catalog: createCatalog(clientOf(config.CATALOG_URL)),
      videos: createVideos(clientOf(config.MEDIA_URL)),
      limits: createPaymentLimits({ redis, perMinute: config.PAYMENT_INTENTS_PER_MINUTE }),
      lookupLimits: createLookupLimits({ redis, perAddress: config.LOOKUPS_PER_ADDRESS_HOUR, perNetwork: config.LOOKUPS_PER_IP_HOUR }),
      mailLimits: createMailLimits({ redis }),
      answerLookupsSoon: () => lookupAnswers.kick(),
      shop: shopInfoOf(config),
      now,
      logger,
      checkAfterMs: config.RECONCILE_AFTER_SECONDS,
      everyMs: config.RECONCILE_EVERY_SECONDS,
      sweepAfterMs: config.SWEEP_AFTER_HOURS,
      providerWaitMs: config.REFUND_WAIT_SECONDS,
      mailWaitMs: config.MAIL_WAIT_SECONDS,
    };
    await messaging.consume(ordersConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));

    const startJob = ({ name, everyMs, run }: { name: string; everyMs: number; run: () => Promise<boolean> }) => {
      const job = startRepeating({
        name,
        everyMs,
        run: async () => {
          if (await run()) job.kick();
        },
        logger,
      });
      lifecycle.onStop(name, job.stop);
      return job;
    };
    startJob({ name: 'reconciler', everyMs: config.RECONCILE_EVERY_SECONDS, run: () => reconcilePayments(deps) });
    startJob({ name: 'refunds', everyMs: config.RECONCILE_EVERY_SECONDS, run: () => resumeRefunds(deps) });
    const lookupAnswers = startJob({ name: 'look-ups', everyMs: LOOKUPS_EVERY_MS, run: () => answerLookups(deps) });

    const sessions = createSessions({ fetchKeys: createKeySource(clientOf(config.IDENTITY_URL)), redis });
    const checks = { mongo: () => pingMongo(mongo), redis: () => redis.ping(), broker: messaging.ping };
    const server = await buildServer({ service: 'orders', config, logger, metrics, sessions, checks });
    registerRoutes({ server, deps, config, readWebhook: createWebhookReader({ stripe, secret: config.STRIPE_WEBHOOK_SECRET }) });
    return { server };
  };
