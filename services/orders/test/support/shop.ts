import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerLine, DownloadPage, ErrorBody, OrderItem, PaymentIntentResponse } from '@stagereel/contracts';
import { startService } from '@stagereel/service-kit';
import {
  databaseName,
  loadWith,
  startEventProbe,
  startTestIdentity,
  type TestSettings,
  testBacking,
  waitUntil,
} from '@stagereel/service-kit/testing';
import { buildSimulator } from '@stagereel/stripe-simulator';
import mongoose from 'mongoose';
import Stripe from 'stripe';
import { buildOrders } from '../../src/app.ts';
import { loadOrdersConfig, type OrdersConstants, type ordersConfig } from '../../src/config.ts';
import type { OrderDocument } from '../../src/models/order.model.ts';
import { itemOf, startFakeCatalog, sumOf } from './catalog.ts';
import { startFakeMedia } from './videos.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  threeDSecure: '4000002500003155',
  disputed: '4000000000000259',
} as const;

export type Stored = OrderDocument & { outbox?: { type: string }[] };
/** The fields of all responses that tests read; a list is cast where it is used. */
export type ResponseBody = PaymentIntentResponse &
  ErrorBody &
  CustomerLine & { downloadPath: string; customerEmailSent: boolean; orders: DownloadPage['orders']; url: string; claimExpiresAt: string };
export type ShopResponse = { status: number; headers: Headers; body: ResponseBody };
type Call = { method?: string; url?: string; path: string; cookie?: string | undefined; body?: unknown; headers?: Record<string, string> };

type ShopOptions = {
  settings?: TestSettings<typeof ordersConfig, OrdersConstants>;
  now?: () => Date;
  /** `drop`: the simulator does not send its webhooks to the service. */
  webhooks?: 'deliver' | 'drop';
  /** `production` serialises responses by compiled schemas. Its check of secrets is part of loading the configuration, so it does not run. */
  nodeEnv?: 'test' | 'production';
};

/** The orders service on real MongoDB, Redis and RabbitMQ, with the Stripe simulator and fake servers for the other services. */
export const startShop = async ({ settings: given = {}, now, webhooks = 'deliver', nodeEnv = 'test' }: ShopOptions = {}) => {
  const backing = testBacking();
  const dataDir = await mkdtemp(join(tmpdir(), 'orders-test-'));
  const identity = await startTestIdentity(backing);
  const catalog = await startFakeCatalog();
  const videos = await startFakeMedia();
  const probe = await startEventProbe(backing);
  const simulator = await buildSimulator({ dataDir, logLevel: 'silent', webhookRetrySeconds: [0.05] });
  const simulatorUrl = await simulator.start();
  const address = new URL(simulatorUrl);
  const stripe = new Stripe('sk_test_simulator', { host: address.hostname, port: address.port, protocol: 'http' });

  const settings = loadWith(loadOrdersConfig, {
    ...backing,
    CATALOG_URL: catalog.url,
    MEDIA_URL: videos.url,
    IDENTITY_URL: identity.url,
    STRIPE_API_URL: simulatorUrl,
    STRIPE_PUBLIC_URL: simulatorUrl,
    paymentsPerMinute: 1000,
    mailWaitMs: 200,
    // Nearly the request timeout, so that refunds complete within the request on a busy machine too.
    refundWaitMs: 8000,
    eventRetryMs: [50, 50],
    ...given,
  });
  const config = { ...settings, NODE_ENV: nodeEnv };
  const start = (changes: Record<string, string> = {}) =>
    startService({ name: 'orders', config: { ...config, ...changes }, build: buildOrders(now ? { now } : {}) });
  const services = [await start()];
  const service = services[0]!;
  const webhookUrl = `${service.url}/api/stripe/webhook`;
  if (webhooks === 'deliver') simulator.setWebhookUrl(webhookUrl);

  const mongo = await mongoose.createConnection(backing.MONGODB_URL, { dbName: databaseName(backing, 'orders') }).asPromise();
  const orders = mongo.collection<Stored>('orders');
  const exports = mongo.collection('exports');

  const call = async ({ method = 'GET', url = service.url, path, cookie, body, headers = {} }: Call): Promise<ShopResponse> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(cookie ? { cookie } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as ResponseBody };
  };

  const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.jp`;

  const createBasket = ({ email, items }: { email: string; items: OrderItem[] }) => ({
    amount: sumOf(items),
    items,
    customer: { email, name: '山田 太郎' },
  });

  /** POST /api/create-payment-intent from a browser that has verified the address. */
  const openPayment = ({ email, items = [itemOf('1')], key = randomUUID(), change = {} }: OpenPayment) =>
    call({
      method: 'POST',
      path: '/api/create-payment-intent',
      cookie: identity.proofCookie(email),
      headers: { 'idempotency-key': key },
      body: { ...createBasket({ email, items }), ...change },
    });

  /** Submits the card form in the browser. */
  const payByCard = async (intent: Pick<PaymentIntentResponse, 'clientSecret' | 'paymentIntentId'>, number: string = CARDS.good) => {
    const fields = {
      key: 'pk_test_simulator',
      client_secret: intent.clientSecret,
      return_url: 'http://localhost:3000/payment',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
      'payment_method_data[card][cvc]': '123',
    };
    const url = `${simulatorUrl}/v1/payment_intents/${intent.paymentIntentId}/confirm`;
    const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    return (await response.json()) as { status?: string; error?: { code: string } };
  };

  const postOrders = ({ email, body }: { email: string; body: unknown }) =>
    call({ method: 'POST', path: '/api/orders', cookie: identity.proofCookie(email), body });

  const recordOf = (intent: { paymentIntentId?: string; orderNumber?: string }, { videoStyle, ...item }: OrderItem = itemOf('1')) => ({
    paymentIntentId: intent.paymentIntentId,
    orderNumber: intent.orderNumber,
    ...item,
    style: videoStyle,
  });

  const storedOrder = async (number: string): Promise<Stored> => {
    const document = await orders.findOne({ number });
    if (!document) throw new Error(`Order ${number} does not exist`);
    return document as Stored;
  };

  /** Waits until the order matches and all its events are published. */
  const waitForOrder = (number: string, matches: (order: Stored) => boolean) =>
    waitUntil(
      async () => {
        const order = await storedOrder(number);
        return matches(order) && !order.outbox && order;
      },
      { what: `order ${number}` },
    );

  /** Creates a paid order. */
  const buy = async ({ email = newEmail(), items = [itemOf('1')], card = CARDS.good as string } = {}) => {
    const { body: intent } = await openPayment({ email, items });
    await payByCard(intent, card);
    const placed = await postOrders({ email, body: items.map((item) => recordOf(intent, item)) });
    if (placed.status !== 200) throw new Error(`Order was not bought: ${JSON.stringify(placed.body)}`);
    const number = intent.orderNumber;
    await waitForOrder(number, (order) => order.payment.state === 'paid');
    return { email, intent, number, lines: placed.body as unknown as CustomerLine[] };
  };

  /** Sends a webhook with a signature as Stripe creates it. */
  const signedWebhook = ({ event, secret = 'whsec_simulator', at = new Date(), to = service.url }: SignedWebhook) => {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(at.getTime() / 1000);
    return call({
      method: 'POST',
      url: to,
      path: '/api/stripe/webhook',
      body: payload,
      headers: { 'stripe-signature': stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) },
    });
  };

  return {
    backing,
    identity,
    catalog,
    videos,
    probe,
    simulator,
    stripe,
    orders,
    config,
    call,
    newEmail,
    createBasket,
    openPayment,
    payByCard,
    postOrders,
    recordOf,
    exports,
    mongo,
    storedOrder,
    waitForOrder,
    buy,
    signedWebhook,
    webhookUrl,
    metricsPort: service.metricsPort,
    /** Starts another replica of the service, with changed settings. */
    startReplica: async (changes: Record<string, string> = {}) => {
      const replica = await start(changes);
      services.push(replica);
      return replica;
    },
    stop: async () => {
      for (const each of services) await each.stop();
      await simulator.stop();
      await mongo.dropDatabase();
      await mongo.close();
      await probe.stop();
      await catalog.stop();
      await videos.stop();
      await identity.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
export type Shop = Awaited<ReturnType<typeof startShop>>;
type OpenPayment = { email: string; items?: OrderItem[]; key?: string; change?: object };
/** `to`: the replica that receives it. */
type SignedWebhook = { event: object; secret?: string; at?: Date; to?: string };
