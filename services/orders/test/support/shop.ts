import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomerLine, DownloadPage, ErrorBody, OrderItem, PaymentIntentAnswer } from '@stagereel/contracts';
import { startService } from '@stagereel/service-kit';
import { startEventProbe, startTestIdentity, testBacking, waitUntil } from '@stagereel/service-kit/testing';
import { buildSimulator } from '@stagereel/stripe-simulator';
import mongoose from 'mongoose';
import Stripe from 'stripe';
import { ordersBuilder } from '../../src/app.ts';
import { loadOrdersConfig } from '../../src/config.ts';
import type { OrderDocument } from '../../src/models/order.model.ts';
import { itemOf, startCatalog, sumOf } from './catalog.ts';
import { startVideos } from './videos.ts';

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  threeDSecure: '4000002500003155',
  disputed: '4000000000000259',
} as const;

export type Stored = OrderDocument & { outbox?: { type: string }[] };
/** What tests look at in an answer; lists come as they are, and objects with the fields that have a name here. */
export type AnswerBody = PaymentIntentAnswer &
  ErrorBody &
  CustomerLine & { downloadPath: string; customerEmailSent: boolean; orders: DownloadPage['orders']; url: string; claimExpiresAt: string };
export type Answer = { status: number; headers: Headers; body: AnswerBody };
type Call = { method?: string; path: string; cookie?: string | undefined; body?: unknown; headers?: Record<string, string> };

type ShopOptions = {
  env?: Record<string, string>;
  now?: () => Date;
  /** Whether webhooks reach the service. */
  webhooks?: 'deliver' | 'drop';
  /** Production's way to write answers; its secrets are checked where settings are read. */
  nodeEnv?: 'test' | 'production';
};

/** The orders service with production's settings on real MongoDB, Redis and RabbitMQ, the card simulator, and stand-ins for its neighbours. */
export const startShop = async ({ env = {}, now, webhooks = 'deliver', nodeEnv = 'test' }: ShopOptions = {}) => {
  const backing = testBacking();
  const dataDir = await mkdtemp(join(tmpdir(), 'orders-test-'));
  const identity = await startTestIdentity(backing);
  const catalog = await startCatalog();
  const videos = await startVideos();
  const probe = await startEventProbe(backing);
  const simulator = await buildSimulator({ dataDir, logLevel: 'silent', webhookRetrySeconds: [0.05] });
  const simulatorUrl = await simulator.start();
  const address = new URL(simulatorUrl);
  const stripe = new Stripe('sk_test_simulator', { host: address.hostname, port: address.port, protocol: 'http' });

  const settings = loadOrdersConfig({
    ...backing,
    CATALOG_URL: catalog.url,
    MEDIA_URL: videos.url,
    IDENTITY_URL: identity.url,
    STRIPE_API_URL: simulatorUrl,
    STRIPE_PUBLIC_URL: simulatorUrl,
    PAYMENT_INTENTS_PER_MINUTE: '1000',
    MAIL_WAIT_SECONDS: '0.2',
    // As long as a request may take: what a test looks at is to be done by then, on a busy machine as well.
    REFUND_WAIT_SECONDS: '8',
    EVENT_RETRY_SECONDS: '0.05,0.05',
    ...env,
  });
  const config = { ...settings, NODE_ENV: nodeEnv };
  const start = () => startService({ name: 'orders', config, build: ordersBuilder(now ? { now } : {}) });
  const services = [await start()];
  const service = services[0]!;
  const webhookUrl = `${service.url}/api/stripe/webhook`;
  if (webhooks === 'deliver') simulator.setWebhookUrl(webhookUrl);

  const mongo = await mongoose.createConnection(backing.MONGODB_URL, { dbName: backing.MONGODB_DATABASE }).asPromise();
  const orders = mongo.collection<Stored>('orders');
  const exports = mongo.collection('exports');

  const call = async ({ method = 'GET', path, cookie, body, headers = {} }: Call): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...(cookie ? { cookie } : {}), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as AnswerBody };
  };

  const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.jp`;

  const basketOf = ({ email, items }: { email: string; items: OrderItem[] }) => ({
    amount: sumOf(items),
    items,
    customer: { email, name: '山田 太郎' },
  });

  /** POST /api/create-payment-intent by a browser that has proven the address. */
  const openPayment = ({ email, items = [itemOf('1')], key = randomUUID(), change = {} }: OpenPayment) =>
    call({
      method: 'POST',
      path: '/api/create-payment-intent',
      cookie: identity.proofCookie(email),
      headers: { 'idempotency-key': key },
      body: { ...basketOf({ email, items }), ...change },
    });

  /** The card form in the browser. */
  const giveCard = async (intent: Pick<PaymentIntentAnswer, 'clientSecret' | 'paymentIntentId'>, number: string = CARDS.good) => {
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

  const stored = async (number: string): Promise<Stored> => {
    const document = await orders.findOne({ number });
    if (!document) throw new Error(`no order ${number}`);
    return document as Stored;
  };

  /** The order once it looks as wanted, with all its events on the broker. */
  const until = (number: string, matches: (order: Stored) => boolean) =>
    waitUntil(
      async () => {
        const order = await stored(number);
        return matches(order) && !order.outbox && order;
      },
      { what: `order ${number}` },
    );

  /** An order whose money is there, and known to be. */
  const buy = async ({ email = newEmail(), items = [itemOf('1')], card = CARDS.good as string } = {}) => {
    const { body: intent } = await openPayment({ email, items });
    await giveCard(intent, card);
    const placed = await postOrders({ email, body: items.map((item) => recordOf(intent, item)) });
    if (placed.status !== 200) throw new Error(`not bought: ${JSON.stringify(placed.body)}`);
    const number = intent.orderNumber;
    await until(number, (order) => order.payment.state === 'paid');
    return { email, intent, number, lines: placed.body as unknown as CustomerLine[] };
  };

  /** A webhook as Stripe signs it. */
  const signedWebhook = ({ event, secret = 'whsec_simulator', at = new Date() }: SignedWebhook) => {
    const payload = JSON.stringify(event);
    const timestamp = Math.floor(at.getTime() / 1000);
    return call({
      method: 'POST',
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
    basketOf,
    openPayment,
    giveCard,
    postOrders,
    recordOf,
    exports,
    stored,
    until,
    buy,
    signedWebhook,
    webhookUrl,
    /** Another replica of the service beside the first. */
    startReplica: async () => {
      const replica = await start();
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
type SignedWebhook = { event: object; secret?: string; at?: Date };
