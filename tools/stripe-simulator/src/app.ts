import { readFile } from 'node:fs/promises';
import formbody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { apiVersion } from './adapters/stripe-sdk.ts';
import { parseConfig, type SimulatorConfig, type SimulatorSettings } from './config.ts';
import { type Controls, createControls } from './controls.ts';
import type { Deps } from './domain/deps.ts';
import { createIdempotency } from './domain/idempotency.ts';
import { newId } from './domain/ids.ts';
import { createFaults } from './faults.ts';
import { parseForm } from './form.ts';
import { createApi } from './http/api.ts';
import { useStripeErrors } from './http/api-errors.ts';
import { allowAllOrigins } from './http/cors.ts';
import { authenticationRoutes } from './routes/authentication.routes.ts';
import { eventRoutes } from './routes/events.routes.ts';
import { healthRoutes } from './routes/health.routes.ts';
import { operatorRoutes } from './routes/operator.routes.ts';
import { paymentIntentRoutes } from './routes/payment-intents.routes.ts';
import { refundRoutes } from './routes/refunds.routes.ts';
import { testHelperRoutes } from './routes/test-helper.routes.ts';
import { openStore, type Transaction } from './store.ts';
import { createWebhooks } from './webhooks.ts';

/** Built from `browser/main.ts`. The address is the same for this file and for its bundle. */
const BROWSER_SCRIPT = new URL('../dist/stripe.js', import.meta.url);

export type Simulator = Controls & {
  app: FastifyInstance;
  /** Listens, resumes the work that an earlier run left, and returns the address. */
  start(): Promise<string>;
  /** Stops within seconds. Undelivered webhooks are sent after the next start. */
  stop(): Promise<void>;
  holdWebhooks(): void;
  releaseWebhooks(): void;
};

/**
 * Builds a simulator on the state in `dataDir`. Throws an Error whose message names the invalid setting or the damaged file.
 * `now` lets a test set the clock.
 */
export async function buildSimulator(settings: (SimulatorSettings | SimulatorConfig) & { now?: () => Date }): Promise<Simulator> {
  const { now = () => new Date() } = settings;
  const config = parseConfig(settings);
  const app = createServer(config);
  const store = await openStore({ dataDir: config.dataDir, now });
  const faults = createFaults();
  const webhooks = createWebhooks({ store, config, now, onError: (error) => app.log.error(error) });
  const idempotency = createIdempotency({ store, now, secret: config.secretKey });

  const depsFor = (tx: Transaction, request?: FastifyRequest): Deps => ({
    tx,
    now,
    apiVersion,
    request: request ? { id: request.id, idempotencyKey: request.headers['idempotency-key']?.toString() ?? null } : null,
    publicUrl: config.publicUrl?.replace(/\/$/, '') ?? (request ? `${request.protocol}://${request.host}` : ''),
    isSettlementHeld: controls.isSettlementHeld(),
  });
  const controls = createControls({ store, webhooks, faults, depsFor });
  const api = createApi({ store, idempotency, faults, keys: config, depsFor: ({ tx, request }) => depsFor(tx, request) });

  healthRoutes(app, { store });
  operatorRoutes(app, { store });
  app.get('/stripe.js', async (_request, reply) => reply.type('text/javascript').send(await readFile(BROWSER_SCRIPT)));
  app.register(async (scope) => {
    scope.register(formbody, { parser: parseForm });
    authenticationRoutes(scope, { store, depsFor });
  });
  app.register(async (scope) => testHelperRoutes(scope, { controls }), { prefix: '/_simulator' });
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.register(formbody, { parser: parseForm });
      allowAllOrigins(scope);
      useStripeErrors(scope);
      paymentIntentRoutes(scope, { api, store });
      refundRoutes(scope, { api, store });
      eventRoutes(scope, { api, store });
    },
    { prefix: '/v1' },
  );

  return {
    ...controls,
    app,
    holdWebhooks: () => webhooks.setMode('hold'),
    releaseWebhooks: () => webhooks.setMode('deliver'),
    async start() {
      const address = await app.listen({ host: config.host, port: config.port });
      await controls.setSettlementMode('settle');
      webhooks.resume();
      return address;
    },
    async stop() {
      faults.abort();
      await app.close();
      await webhooks.stop();
      await store.close();
    },
  };
}

function createServer(config: SimulatorConfig): FastifyInstance {
  const app = Fastify({
    genReqId: () => newId('req'),
    // The client secret in a query and the card in a body must not be logged.
    logger: { level: config.logLevel, serializers: { req: ({ method, url }) => ({ method, path: url.split('?')[0] }) } },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': request.id, 'stripe-version': request.headers['stripe-version'] ?? apiVersion });
  });
  return app;
}
