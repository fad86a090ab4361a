import { type BuildService, openService } from '@stagereel/service-kit';
import { createRateLimiter } from './adapters/rate-limiter.ts';
import { createReportLimiter } from './adapters/report-limiter.ts';
import { createServiceChecks } from './adapters/service-checks.ts';
import { type GatewayConfig, isBehindUnknownProxy, serviceUrlsOf } from './config.ts';
import { createApiDescription } from './docs/api-description.ts';
import { loadDocsPage } from './docs/docs-page.ts';
import { limitConnections } from './entry/connection-limit.ts';
import { registerCrossSiteCheck } from './entry/cross-site.ts';
import { registerHostCheck } from './entry/host-header.ts';
import { registerRateLimit } from './entry/rate-limit.ts';
import { reportRejectedTargets, routableTarget } from './entry/request-target.ts';
import { createSecurityHeaders, registerSecurityHeaders } from './entry/security-headers.ts';
import { refuseSlowBodies } from './entry/slow-bodies.ts';
import { watchUntrustedProxy } from './entry/untrusted-proxy.ts';
import { createPages } from './pages/pages.ts';
import { createPublicContests } from './pages/public-contests.ts';
import { createForward } from './proxy/forward.ts';
import { connectUpstreams } from './proxy/upstream.ts';
import { createReadPublic } from './public-reads/public-answers.ts';
import { registerApiRoutes } from './routes/api.routes.ts';
import { registerBrowserErrorRoute } from './routes/browser-error.routes.ts';
import { registerDocsRoutes } from './routes/docs.routes.ts';
import { registerWebRoutes } from './routes/web.routes.ts';
import { loadWebFiles } from './static/web-files.ts';
import { createStoredFiles } from './stored-files/stored-files.ts';

const CONNECTION_IDLE_MS = 120_000;
/** Every request waits for Redis, and none needs it. */
const REDIS_TIMEOUT_MS = 500;

/**
 * The only service that is reachable from outside. A request passes entry/ (target, connection limit, time of its body, rate limit, host, cross-site check), then
 * routes/ decides who responds: a service through proxy/ or stored-files/, or the gateway itself with what public-reads/ has in memory, the web
 * app's pages (pages/) and files (static/), or the API documentation (docs/).
 */
export const buildGateway = (): BuildService<GatewayConfig> => async (context) => {
  const { config, logger, lifecycle } = context;
  const services = serviceUrlsOf(config);
  const isUnknownProxy = isBehindUnknownProxy(config);
  if (isUnknownProxy) {
    logger.warn('PUBLIC_URL is https, but TRUSTED_PROXIES is empty: all clients count as one address, and connections are not limited');
  }
  const headers = createSecurityHeaders({
    publicUrl: config.PUBLIC_URL,
    isHstsForSubdomains: config.HSTS_SUBDOMAINS,
    stripePublicUrl: config.STRIPE_PUBLIC_URL,
  });
  const webFiles = await loadWebFiles(config.WEB_ROOT);
  const docs = await loadDocsPage(headers);

  const service = await openService(context, { redis: 'optional', redisTimeoutMs: REDIS_TIMEOUT_MS });
  const { redis, internalClient } = service;
  const upstreams = connectUpstreams({ services, timeoutMs: config.upstreamTimeoutMs, retryMs: config.connectRetryMs });
  lifecycle.onStop('upstreams', () => Promise.all(Object.values(upstreams).map((upstream) => upstream.stop())));
  const defaultHeaders = { 'cache-control': 'no-store', ...headers.response };
  const forward = createForward({ upstreams, defaultHeaders });
  const storedFiles = createStoredFiles({
    dir: config.MEDIA_DIR,
    media: internalClient(services.media),
    forward,
    metrics: context.metrics,
    logger,
  });
  lifecycle.onStop('stored files', storedFiles.stop);

  const untrustedProxy = watchUntrustedProxy();
  const server = await service.buildServer({
    // The gateway stays ready without any of the services: requests to the others still succeed.
    optionalChecks: { ...createServiceChecks({ services, pingRedis: () => redis.ping() }), trustedProxies: untrustedProxy.check },
    edge: { trustedProxies: config.TRUSTED_PROXIES, idleMs: CONNECTION_IDLE_MS, routeBy: routableTarget },
  });
  refuseSlowBodies({ server, limits: config.bodyLimits });
  registerSecurityHeaders({ server, headers: headers.page });
  untrustedProxy.register(server);
  // All connections come from the proxy, so the limit would close the shop to everybody.
  if (!isUnknownProxy) limitConnections({ server, max: config.connectionsPerAddress, trustedProxies: config.TRUSTED_PROXIES });
  const count = createRateLimiter({ redis, max: config.maxRequests * config.LIMIT_FACTOR, windowSeconds: config.rateLimitWindowSeconds });
  registerRateLimit({ server, count });
  reportRejectedTargets(server);
  registerHostCheck(server);
  registerCrossSiteCheck(server);

  const readPublic = createReadPublic({ upstreams, defaultHeaders });
  registerApiRoutes({ server, forward, readPublic, storedFiles });
  registerBrowserErrorRoute({ server, metrics: context.metrics, countReport: createReportLimiter() });
  const describe = createApiDescription({ services, internalClient, logger, own: () => server.swagger(), headers: headers.page });
  registerDocsRoutes({ server, docs, describe });
  const readContests = createPublicContests({ readPublic, logger });
  const pages = createPages({ templates: webFiles.templates, publicUrl: config.PUBLIC_URL, headers: headers.page, readContests });
  registerWebRoutes({ server, files: webFiles, pages });
  return { server };
};
