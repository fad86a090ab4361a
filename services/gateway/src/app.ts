import { type BuildService, buildServer, connectRedis, createInternalClient, type Logger, openKernelSend } from '@stagereel/service-kit';
import { createRateLimiter } from './adapters/rate-limiter.ts';
import { createSecurityHeaders } from './adapters/security-headers.ts';
import { createStoredFiles, type StoredFiles } from './adapters/stored-files.ts';
import { createUpstream, type Upstream } from './adapters/upstream.ts';
import type { GatewayConfig } from './config.ts';
import { createApiDescription } from './docs/api-description.ts';
import { loadDocsFiles } from './docs/docs-files.ts';
import { loadWebFiles } from './files/web-files.ts';
import { createServiceChecks } from './health/service-checks.ts';
import { registerOriginRule } from './hooks/origin-rule.ts';
import { registerRateLimit } from './hooks/rate-limit.ts';
import { registerSecurityHeaders } from './hooks/security-headers.ts';
import { createForward } from './proxy/forward.ts';
import { routableTarget } from './proxy/request-target.ts';
import { createServeStored } from './proxy/serve-stored.ts';
import { registerApiRoutes } from './routes/api.routes.ts';
import { registerDocsRoutes } from './routes/docs.routes.ts';
import type { ServiceName } from './routes/route-table.ts';
import { registerWebRoutes } from './routes/web.routes.ts';

const IDLE_MS = 120_000;

const addressesOf = (config: GatewayConfig): Record<ServiceName, string> => ({
  catalog: config.CATALOG_URL,
  orders: config.ORDERS_URL,
  media: config.MEDIA_URL,
  identity: config.IDENTITY_URL,
  notify: config.NOTIFY_URL,
});

const connectServices = ({
  services,
  timeoutMs,
}: {
  services: Record<ServiceName, string>;
  timeoutMs: number;
}): Record<ServiceName, Upstream> => {
  const to = (name: ServiceName) => createUpstream({ url: services[name], timeoutMs });
  return { catalog: to('catalog'), orders: to('orders'), media: to('media'), identity: to('identity'), notify: to('notify') };
};

const openStoredFiles = async ({ config, logger }: { config: GatewayConfig; logger: Logger }): Promise<StoredFiles | undefined> => {
  const { MEDIA_DIR: dir, MEDIA_URL: baseUrl, INTERNAL_TOKEN: token, SENDFILE: isOn } = config;
  if (dir === undefined) return undefined;
  const kernel = isOn ? await openKernelSend(logger) : undefined;
  return createStoredFiles({ dir, media: createInternalClient({ baseUrl, token }), kernel, logger });
};

/** The way in: keeps nothing, knows nothing of the shop, lets through what the route table names. */
export const buildGateway: BuildService<GatewayConfig> = async ({ config, logger, metrics, lifecycle }) => {
  const services = addressesOf(config);
  const webFiles = await loadWebFiles(config.WEB_ROOT);
  const docsFiles = await loadDocsFiles();
  const headers = createSecurityHeaders({ publicUrl: config.PUBLIC_URL, stripePublicUrl: config.STRIPE_PUBLIC_URL });

  const redis = await connectRedis({ config, logger, optional: true });
  lifecycle.onStop('redis', () => redis.disconnect());
  const upstreams = connectServices({ services, timeoutMs: config.UPSTREAM_TIMEOUT_SECONDS });
  lifecycle.onStop('upstreams', () => Promise.all(Object.values(upstreams).map((upstream) => upstream.stop())));

  const server = await buildServer({
    service: 'gateway',
    config,
    logger,
    metrics,
    // It can serve while any of the others is away; whoever needs one of them hears that from the call itself.
    checks: {},
    observed: createServiceChecks({ services, pingRedis: () => redis.ping() }),
    edge: { trustedProxies: config.TRUSTED_PROXIES, idleMs: IDLE_MS, routeBy: routableTarget },
  });

  registerSecurityHeaders({ server, headers: headers.page });
  const count = createRateLimiter({ redis, max: config.RATE_LIMIT_MAX, windowSeconds: config.RATE_LIMIT_WINDOW_SECONDS });
  registerRateLimit({ server, count });
  registerOriginRule(server);

  const forward = createForward({ upstreams, answerHeaders: { 'cache-control': 'no-store', ...headers.answer } });
  const files = await openStoredFiles({ config, logger });
  lifecycle.onStop('stored files', () => files?.stop());
  registerApiRoutes({ server, forward, serveStored: createServeStored({ forward, files }) });
  const describe = createApiDescription({ services, token: config.INTERNAL_TOKEN, logger });
  registerDocsRoutes({ server, files: docsFiles, describe, headers: headers.docs });
  registerWebRoutes({ server, files: webFiles });
  return { server };
};
