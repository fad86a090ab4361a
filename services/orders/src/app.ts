import { HOUR } from '@stagereel/contracts';
import { type BuildService, openService } from '@stagereel/service-kit';
import { createCatalog } from './adapters/catalog-client.ts';
import { createAdmins } from './adapters/identity-client.ts';
import { createVideoStore } from './adapters/media-client.ts';
import { createOrderMetrics } from './adapters/order-metrics.ts';
import { createLookupLimits, createMailLimits, createPaymentLimits } from './adapters/rate-limits.ts';
import { connectStripe } from './adapters/stripe-client.ts';
import { createStripePayments } from './adapters/stripe-payments.ts';
import { createWebhookReader } from './adapters/stripe-webhook.ts';
import type { OrdersConfig } from './config.ts';
import { ordersConsumers } from './consumers/index.ts';
import type { OrdersDeps } from './domain/deps.ts';
import { sendReminders } from './domain/follow-up/send-reminders.ts';
import { createOrderListCache } from './domain/handling/order-list-cache.ts';
import { processLookups } from './domain/lookup/order-lookup.ts';
import { forgetUnpaidOrders } from './domain/payment/forget-unpaid-orders.ts';
import { reconcilePayments } from './domain/payment/reconcile-payments.ts';
import { resumeRefunds } from './domain/refund/resume-refunds.ts';
import { sendDailySummary } from './domain/today/send-daily-summary.ts';
import { openStores } from './models/open-stores.ts';
import { registerRoutes } from './routes/index.ts';
import { shopInfoOf } from './seller-config.ts';

/** A payment publishes one event, a delivery two. */
const RELAY_CONCURRENCY = 4;
/** Lookups are processed immediately; the interval is for those that a crash left unprocessed. */
const LOOKUPS_EVERY_MS = 5000;
const FORGET_EVERY_MS = HOUR * 1000;
/** How late the daily summary may be. */
const SUMMARY_EVERY_MS = 60_000;

type OrdersOptions = {
  /** The clock; tests set it. */
  now?: () => Date;
};

export const buildOrders =
  ({ now = () => new Date() }: OrdersOptions = {}): BuildService<OrdersConfig> =>
  async (context) => {
    const { config, logger } = context;
    const service = await openService(context, { mongodb: 'required', redis: 'required', rabbitmq: 'required' });
    const { mongo, redis, outbox, internalClient } = service;
    const { outboxes, ...stores } = await openStores({ mongo, onEvents: outbox.trigger });
    outbox.startRelay(outboxes, { concurrency: RELAY_CONCURRENCY });

    const stripe = connectStripe({ secretKey: config.STRIPE_SECRET_KEY, apiUrl: config.STRIPE_API_URL });
    const identity = internalClient(config.IDENTITY_URL);
    const metrics = createOrderMetrics(context.metrics);
    const deps: OrdersDeps = {
      ...stores,
      provider: createStripePayments(stripe),
      orderList: createOrderListCache(stores),
      admins: createAdmins(identity),
      catalog: createCatalog(internalClient(config.CATALOG_URL)),
      videos: createVideoStore(internalClient(config.MEDIA_URL)),
      paymentLimits: createPaymentLimits({ redis, perMinute: config.paymentsPerMinute * config.LIMIT_FACTOR }),
      lookupLimits: createLookupLimits({
        redis,
        perAddress: config.lookupsPerAddressHour * config.LIMIT_FACTOR,
        perNetwork: config.lookupsPerNetworkHour * config.LIMIT_FACTOR,
      }),
      mailLimits: createMailLimits({ redis }),
      triggerLookups: () => lookupJob.trigger(),
      shop: shopInfoOf(config),
      now,
      logger,
      metrics,
      checkAfterMs: config.reconcileAfterMs,
      checkEveryMs: config.reconcileEveryMs,
      cancelAfterMs: config.cancelAfterMs,
      refundWaitMs: config.refundWaitMs,
      summaryHour: config.summaryHour,
      mailWaitMs: config.mailWaitMs,
    };
    await service.consume(ordersConsumers({ deps, retryDelaysMs: config.eventRetryMs }));

    service.startJob({ name: 'reconcile payments', everyMs: config.reconcileEveryMs, run: () => reconcilePayments(deps) });
    service.startJob({ name: 'forget unpaid orders', everyMs: FORGET_EVERY_MS, run: () => forgetUnpaidOrders(deps) });
    service.startJob({ name: 'resume refunds', everyMs: config.reconcileEveryMs, run: () => resumeRefunds(deps) });
    service.startJob({ name: 'send reminders', everyMs: config.remindEveryMs, run: () => sendReminders(deps) });
    const lookupJob = service.startJob({ name: 'process lookups', everyMs: LOOKUPS_EVERY_MS, run: () => processLookups(deps) });
    service.startJob({ name: 'daily summary', everyMs: SUMMARY_EVERY_MS, run: () => sendDailySummary(deps) });

    const sessions = service.sessionsOf(identity);
    const server = await service.buildServer({ sessions });
    const readWebhook = createWebhookReader({ stripe, secret: config.STRIPE_WEBHOOK_SECRET, onReceived: metrics.webhookReceived });
    registerRoutes({ server, deps, config, readWebhook, sessions });
    return { server };
  };
