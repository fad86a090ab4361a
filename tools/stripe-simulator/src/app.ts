import { readFile } from 'node:fs/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { Stripe } from 'stripe';
import { createApi, listPage, useStripeFormat } from './api.ts';
import { parseConfig, type SimulatorConfig, type SimulatorSettings } from './config.ts';
import { type Context, newId } from './context.ts';
import { type Controls, controlRoutes, createControls } from './controls.ts';
import { createFaults } from './faults.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { cancelParams, confirmParams, createIntentParams, listParams, refundParams, retrieveParams } from './params.ts';
import { cancelPaymentIntent, confirmPaymentIntent, createPaymentIntent, findPaymentIntent } from './payment-intents.ts';
import { createRefund } from './refunds.ts';
import { openStore } from './store.ts';
import { createWebhooks } from './webhooks.ts';

/** Built from `browser/main.ts`. The address is the same for this file and for its bundle. */
const BROWSER_SCRIPT = new URL('../dist/stripe.js', import.meta.url);

export type Simulator = Controls & {
  app: FastifyInstance;
  /** Listens, resumes the work that an earlier run left, and returns the address. */
  start(): Promise<string>;
  /** Stops within seconds. Undelivered webhooks are sent after the next start. */
  stop(): Promise<void>;
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

  const contextOf = (request?: FastifyRequest): Context => ({
    store,
    now,
    publicUrl: config.publicUrl?.replace(/\/$/, '') ?? (request ? `${request.protocol}://${request.host}` : ''),
    isSettlementHeld: controls.isSettlementHeld(),
  });
  const controls = createControls({ store, webhooks, faults, contextOf });

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const failure = store.failure();
    return failure ? reply.code(503).send({ status: 'unavailable', missing: ['payments'], reason: failure.message }) : { status: 'ready' };
  });
  app.get('/stripe.js', async (_request, reply) => reply.type('text/javascript').send(await readFile(BROWSER_SCRIPT)));
  app.register(async (scope) => pageRoutes(scope, { store, contextOf }));
  app.register(async (scope) => controlRoutes(scope, { controls }), { prefix: '/_simulator' });
  app.register(async (scope) => apiRoutes(scope, createApi({ store, faults, now, keys: config, contextOf })), { prefix: '/v1' });

  return {
    ...controls,
    app,
    async start() {
      const address = await app.listen({ host: config.host, port: config.port });
      controls.setSettlementMode('settle');
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

/** https://docs.stripe.com/api */
function apiRoutes(app: FastifyInstance, handler: ReturnType<typeof createApi>): void {
  useStripeFormat(app);
  const find = (context: Context, { id, params }: { id: string; params: { client_secret?: string } }) =>
    findPaymentIntent(context, { id, clientSecret: params.client_secret });
  app.post('/payment_intents', handler({ schema: createIntentParams, run: (context, { params }) => createPaymentIntent(context, params) }));
  app.get('/payment_intents/:id', handler({ schema: retrieveParams, isBrowserAllowed: true, run: find }));
  app.post(
    '/payment_intents/:id/confirm',
    handler({
      schema: confirmParams,
      isBrowserAllowed: true,
      run: (context, call) => confirmPaymentIntent(context, { intent: find(context, call), params: call.params }),
    }),
  );
  app.post('/payment_intents/:id/cancel', handler({ schema: cancelParams, run: (context, { id }) => cancelPaymentIntent(context, id) }));
  app.post('/refunds', handler({ schema: refundParams, run: (context, { params }) => createRefund(context, params) }));
  for (const table of ['payment_intents', 'refunds', 'disputes', 'events'] as const) {
    const run: Parameters<typeof handler<typeof listParams>>[0]['run'] = ({ store }, { params }) =>
      listPage<{ id: string; created: number }>(store.all(table), { params, url: `/v1/${table}` });
    app.get(`/${table}`, handler({ schema: listParams, run }));
  }
}

function createServer(config: SimulatorConfig): FastifyInstance {
  const app = Fastify({
    genReqId: () => newId('req'),
    // The client secret in a query and the card in a body must not be logged.
    logger: { level: config.logLevel, serializers: { req: ({ method, url }) => ({ method, path: url.split('?')[0] }) } },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': request.id, 'stripe-version': request.headers['stripe-version'] ?? Stripe.API_VERSION });
  });
  return app;
}
