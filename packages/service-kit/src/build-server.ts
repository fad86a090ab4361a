import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { JSON_BODY_BYTES } from '@stagereel/contracts';
import Fastify, { type FastifyBaseLogger, type FastifyHttpOptions, type RawServerDefault } from 'fastify';
import { jsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { answerClientError } from './client-error.ts';
import type { CommonConfig } from './config.ts';
import { withCorrelation } from './correlation.ts';
import { handleError, handleNotFound } from './error-handler.ts';
import { registerGuards } from './guards.ts';
import { limitHandlerTime } from './handler-time-limit.ts';
import { type ReadinessCheck, registerHealth } from './health.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import { limitRequestTime } from './request-time-limit.ts';
import { serializerFor } from './serializer.ts';
import type { Server } from './server-types.ts';
import type { Sessions } from './session.ts';

type ServerOptions = {
  service: string;
  config: CommonConfig;
  logger: FastifyBaseLogger;
  metrics: Metrics;
  /** How this service knows who calls; without it every route must be public, signed or internal. */
  sessions?: Sessions;
  checks: Record<string, ReadinessCheck>;
  /** Dependencies this service can do without for a while: /readyz names their state and stays 200. */
  observed?: Record<string, ReadinessCheck>;
  /** How long bodies may take to come in on routes with `isStreamed`, in ms; without it as long as on all others. */
  streamedRequestMs?: number;
  /** For the service that faces the outside, where nothing a client says of itself is believed. */
  edge?: EdgeSettings;
};

export type EdgeSettings = {
  /** Addresses or CIDR ranges of the proxies in front, whose `x-forwarded-*` is believed. */
  trustedProxies: readonly string[];
  /** Silence on a connection, in ms, after which it is closed. Bodies and answers stream through, so their whole time is not limited. */
  idleMs: number;
  /** The target to route by, for the target a client sent. */
  routeBy: (target: string) => string;
};

type HttpOptions = Pick<
  FastifyHttpOptions<RawServerDefault>,
  'trustProxy' | 'genReqId' | 'requestTimeout' | 'handlerTimeout' | 'connectionTimeout' | 'rewriteUrl'
>;

const REQUEST_ID = /^[\w-]{8,64}$/;
const HANDLER_MS = 10_000;
const REQUEST_MS = 120_000;

/** Only the gateway reaches a service, so its `x-forwarded-for` and `x-request-id` are believed. */
const behindGateway = (requestTimeout: number): HttpOptions => ({
  trustProxy: true,
  requestTimeout,
  handlerTimeout: HANDLER_MS,
  genReqId: (request) => {
    const given = request.headers['x-request-id'];
    return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  },
});

const facingOutside = ({ trustedProxies, idleMs, routeBy }: EdgeSettings): HttpOptions => ({
  trustProxy: [...trustedProxies],
  connectionTimeout: idleMs,
  genReqId: () => randomUUID(),
  rewriteUrl: (request) => routeBy(request.url ?? '/'),
});

/** The only place that calls Fastify(): every service gets the same schemas, errors, guards, ids, health, metrics and limits. */
export const buildServer = async (options: ServerOptions): Promise<Server> => {
  const { service, config, logger, metrics, sessions, checks, observed, streamedRequestMs, edge } = options;
  const server: Server = Fastify({
    loggerInstance: logger,
    bodyLimit: JSON_BODY_BYTES,
    forceCloseConnections: 'idle',
    // While it stops, a request that still comes over an open connection is answered, and the connection closed after it.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Of an address that Fastify refuses before it looks for a route.
    frameworkErrors: handleError,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    ...(edge ? facingOutside(edge) : behindGateway(streamedRequestMs ?? REQUEST_MS)),
  }).withTypeProvider<ZodTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerFor(config.NODE_ENV === 'production'));
  server.setErrorHandler(handleError);
  server.setNotFoundHandler(handleNotFound);
  server.addHook('onRequest', (request, _reply, done) => withCorrelation(request.id, done));
  // Reading a body leaves the request's async context; this enters it again before the handler.
  server.addHook('preValidation', (request, _reply, done) => withCorrelation(request.id, done));
  limitHandlerTime(server);
  if (streamedRequestMs !== undefined) limitRequestTime({ server, ms: REQUEST_MS });
  server.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  // Cookies first: the guards read them.
  await server.register(cookie);
  registerGuards({ server, internalToken: config.INTERNAL_TOKEN, ...(sessions ? { sessions } : {}) });
  await server.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: `StageReel ${service}`, version: '1' } },
    transform: jsonSchemaTransform,
  });
  measureRequests({ server, metrics });
  registerHealth({ server, checks, ...(observed ? { observed } : {}) });
  server.get('/internal/openapi.json', { config: { guard: 'internal' }, schema: { hide: true } }, async () => server.swagger());
  return server;
};
