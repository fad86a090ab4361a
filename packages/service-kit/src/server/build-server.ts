import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { JSON_BODY_BYTES } from '@stagereel/contracts';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type RawServerDefault } from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CommonConfig } from '../config/config.ts';
import { handleErrorsAndCountLimits, type Metrics, measureRequests } from '../telemetry/metrics.ts';
import { traceRequests } from '../telemetry/tracing.ts';
import { collectAllowedMethods } from './allowed-methods.ts';
import { createClientErrorHandler } from './client-error.ts';
import { readCookies } from './cookies.ts';
import { withCorrelation } from './correlation.ts';
import { limitCostlyCalls } from './costly-calls.ts';
import { apiComponents, describeRoute } from './describe-api.ts';
import { createNotFoundHandler, handleError } from './error-handler.ts';
import { registerGuards } from './guards.ts';
import { type ReadinessCheck, registerHealth } from './health.ts';
import { parseJsonBodies, refuseLargePublicBodies } from './json-body.ts';
import { logAbortedRequests, RequestLog } from './request-log.ts';
import { serializerFor } from './serializer.ts';
import type { Server } from './server-types.ts';
import type { Sessions } from './session.ts';
import { closeUnfinishedRequests } from './unfinished-requests.ts';

export type ServerOptions = {
  service: string;
  config: CommonConfig;
  logger: FastifyBaseLogger;
  metrics: Metrics;
  /** Reads the caller's session. Without it every route must be public, signed or internal. */
  sessions?: Sessions;
  checks: Record<string, ReadinessCheck>;
  /** Checks of dependencies that the service can run without: /readyz reports their state and stays 200. */
  optionalChecks?: Record<string, ReadinessCheck>;
  /** For the service that is reachable from outside: it does not trust forwarded headers of unknown clients. */
  edge?: EdgeSettings;
  /** From then on every response closes its connection, and /readyz fails. */
  isStopping?: () => boolean;
};

export type EdgeSettings = {
  /** Addresses or CIDR ranges of reverse proxies whose `x-forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  /** Closes a connection after this idle time, in ms. Bodies and responses are streamed, so their total time is not limited. */
  idleMs: number;
  /** Maps the request target that a client sent to the target that is routed. */
  routeBy: (target: string) => string;
};

type HttpOptions = Pick<
  FastifyHttpOptions<RawServerDefault>,
  'trustProxy' | 'genReqId' | 'connectionTimeout' | 'keepAliveTimeout' | 'rewriteUrl'
>;

const REQUEST_ID = /^[\w-]{8,64}$/;
/** Longer than any request takes to arrive. The gateway, where slow clients are, has stricter limits. */
const REQUEST_MS = 3_600_000;
/** How often Node looks for connections whose headers are late. */
const LATE_HEADERS_CHECK_MS = 1000;

/** Only the gateway can reach a service, so its `x-forwarded-for` and `x-request-id` headers are trusted. */
const behindGateway: HttpOptions = {
  trustProxy: true,
  // Less than DRAIN_SECONDS: when a stopping service closes its connections, none is idle on which a request could arrive at that moment.
  keepAliveTimeout: 4000,
  genReqId: (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  },
};

const facingOutside = ({ trustedProxies, idleMs, routeBy }: EdgeSettings): HttpOptions => ({
  trustProxy: [...trustedProxies],
  connectionTimeout: idleMs,
  genReqId: () => randomUUID(),
  rewriteUrl: (request) => routeBy(request.url ?? '/'),
});

/**
 * Everything that a request causes gets its id. Not at the edge, which handles one request in one place and passes the id on itself: as soon as a
 * process uses an async context, Node 20 tracks every promise, which takes a tenth of the time of a small response.
 */
const correlateRequests = (server: Server): void => {
  server.addHook('onRequest', (request, _reply, done) => withCorrelation(request.id, done));
  // Reading a body loses the request's async context; this restores it before the handler.
  server.addHook('preValidation', (request, _reply, done) => withCorrelation(request.id, done));
};

/** The only call to Fastify(): every service gets the same validation, errors, guards, request ids, health checks, metrics and limits. */
export const buildServer = async (options: ServerOptions): Promise<Server> => {
  const { service, config, logger, metrics, sessions, checks, optionalChecks, edge, isStopping = () => false } = options;
  const { requestHeadersMs, unfinishedRequestMs } = config;
  const requestLog = new RequestLog({ requestIdLogLabel: edge ? 'correlationId' : 'reqId' });
  const server: Server = Fastify({
    loggerInstance: logger,
    logController: requestLog,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    forceCloseConnections: 'idle',
    // During shutdown, a request on an open connection is still handled, and the connection is closed after it.
    return503OnClosing: false,
    http: { connectionsCheckingInterval: Math.min(requestHeadersMs, LATE_HEADERS_CHECK_MS) },
    clientErrorHandler: createClientErrorHandler({ closeAfterMs: unfinishedRequestMs, logger }),
    // For a URL that Fastify rejects before routing.
    frameworkErrors: handleError,
    ...(edge ? facingOutside(edge) : behindGateway),
  }).withTypeProvider<ZodTypeProvider>();
  server.server.headersTimeout = requestHeadersMs;
  // Each of many pipelined requests may wait for the end of its connection. Node would warn of a leak.
  server.server.on('connection', (socket) => socket.setMaxListeners(0));
  server.server.prependListener('request', (_request, response) => {
    if (isStopping()) response.shouldKeepAlive = false;
  });
  closeUnfinishedRequests({ server, afterMs: unfinishedRequestMs });

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerFor(config.NODE_ENV === 'production'));
  server.setErrorHandler(handleErrorsAndCountLimits(metrics));
  server.setNotFoundHandler(createNotFoundHandler(collectAllowedMethods(server)));
  logAbortedRequests({ server, log: requestLog });
  if (!edge) correlateRequests(server);
  traceRequests({ server, isEdge: edge !== undefined });
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });

  // The gateway reads no parsed cookies. Elsewhere they come first, because the guards read them.
  if (!edge) {
    await server.register(cookie);
    readCookies({ server, publicUrl: config.PUBLIC_URL });
  }
  parseJsonBodies(server);
  refuseLargePublicBodies(server);
  registerGuards({ server, internalCallers: config.INTERNAL_CALLERS, ...(sessions ? { sessions } : {}) });
  limitCostlyCalls({ server, service });
  await server.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `StageReel ${service}`, version: '1' }, components: apiComponents() },
    transform: describeRoute,
  });
  measureRequests({ server, metrics });
  registerHealth({ server, checks, isStopping, ...(optionalChecks ? { optionalChecks } : {}) });
  server.get('/internal/openapi.json', { config: { guard: 'internal', callers: ['gateway'] }, schema: { hide: true } }, async () =>
    server.swagger(),
  );
  return server;
};
