import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { JSON_BODY_BYTES } from '@stagereel/contracts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify';
import { jsonSchemaTransform, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { CommonConfig } from './config.ts';
import { withCorrelation } from './correlation.ts';
import { handleError, handleNotFound } from './error-handler.ts';
import { registerGuards } from './guards.ts';
import { type ReadinessCheck, registerHealth } from './health.ts';
import { type Metrics, measureRequests } from './metrics.ts';
import { serializerFor } from './serializer.ts';
import type { Sessions } from './session.ts';

export type AnyServer = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger
>;
/** A server whose handlers see the types of their route's zod schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type ServerOptions = {
  service: string;
  config: CommonConfig;
  logger: FastifyBaseLogger;
  metrics: Metrics;
  /** How this service knows who calls; without it every route must be public, signed or internal. */
  sessions?: Sessions;
  checks: Record<string, ReadinessCheck>;
};

const REQUEST_ID = /^[\w-]{8,64}$/;
const HANDLER_MS = 10_000;
const REQUEST_MS = 120_000;

/**
 * The only place that calls Fastify(): every service gets the same schemas, errors, guards, ids, health, metrics and limits.
 * Only the gateway reaches a service, so its `x-forwarded-for` and `x-request-id` are believed.
 */
export const buildServer = async (options: ServerOptions): Promise<Server> => {
  const { service, config, logger, metrics, sessions, checks } = options;
  const server: Server = Fastify({
    loggerInstance: logger,
    trustProxy: true,
    bodyLimit: JSON_BODY_BYTES,
    requestTimeout: REQUEST_MS,
    handlerTimeout: HANDLER_MS,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    },
  }).withTypeProvider<ZodTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerFor(config.NODE_ENV === 'production'));
  server.setErrorHandler(handleError);
  server.setNotFoundHandler(handleNotFound);
  server.addHook('onRequest', (request, _reply, done) => withCorrelation(request.id, done));
  // Reading a body leaves the request's async context; this enters it again before the handler.
  server.addHook('preValidation', (request, _reply, done) => withCorrelation(request.id, done));
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
  registerHealth({ server, checks });
  server.get('/internal/openapi.json', { config: { guard: 'internal' }, schema: { hide: true } }, async () => server.swagger());
  return server;
};
