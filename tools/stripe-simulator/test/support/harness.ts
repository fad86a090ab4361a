import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { buildSimulator, type Simulator, type SimulatorSettings } from '../../src/index.ts';

export const secretKey = 'sk_test_simulator';
export const publishableKey = 'pk_test_simulator';
export const webhookSecret = 'whsec_simulator';

export type Harness = {
  simulator: Simulator;
  url: string;
  stripe: Stripe;
  dataDir: string;
  /** Restarts the simulator with the same state. */
  restart(settings?: Partial<SimulatorSettings>): Promise<void>;
  close(): Promise<void>;
};

/** A new simulator on a free port with an empty folder. */
export async function startHarness(settings: Partial<SimulatorSettings> & { now?: () => Date } = {}): Promise<Harness> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stripe-simulator-'));
  const build = async (more: Partial<SimulatorSettings> = {}) => {
    const simulator = await buildSimulator({ logLevel: 'silent', dataDir, webhookRetrySeconds: [0.01], ...settings, ...more });
    const url = await simulator.start();
    return { simulator, url, stripe: sdkFor(url) };
  };
  const harness: Harness = {
    ...(await build()),
    dataDir,
    async restart(more) {
      await harness.simulator.stop();
      Object.assign(harness, await build(more));
    },
    async close() {
      await harness.simulator.stop();
      await rm(dataDir, { recursive: true });
    },
  };
  return harness;
}

/** The SDK as the shop's server uses it. */
export function sdkFor(url: string, key = secretKey): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
}

export type BrowserResponse = { status: number; headers: Headers; body: ResponseBody };

/** The parts of a response that tests check: the fields of an object, or the error. */
export type ResponseBody = {
  [field: string]: unknown;
  error: { [field: string]: unknown; message: string; payment_intent?: Record<string, unknown> };
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } };
};

/** A call as from a page in a browser: form fields, including the publishable key. */
export async function browserPost(input: {
  url: string;
  fields: Record<string, string>;
  headers?: Record<string, string>;
}): Promise<BrowserResponse> {
  const response = await fetch(input.url, {
    method: 'POST',
    headers: { origin: 'http://shop.example', ...input.headers },
    body: new URLSearchParams(input.fields),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ResponseBody };
}

/** The form fields with which a page confirms a payment with a card. */
export function cardFields(input: {
  number: string;
  clientSecret: string;
  card?: Record<string, string>;
  returnUrl?: string;
}): Record<string, string> {
  const details: Record<string, string> = { number: input.number, exp_month: '12', exp_year: '2099', cvc: '123', ...input.card };
  if (details['exp_year'] === '2099') details['exp_year'] = String(new Date().getUTCFullYear() + 3);
  return {
    key: publishableKey,
    client_secret: input.clientSecret,
    return_url: input.returnUrl ?? 'http://shop.example/payment-complete',
    'payment_method_data[type]': 'card',
    ...Object.fromEntries(Object.entries(details).map(([name, value]) => [`payment_method_data[card][${name}]`, value])),
    'payment_method_data[billing_details][name]': 'YAMADA TARO',
  };
}

/** The error that a promise rejects with, in the SDK's class. */
export async function rejection(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => 'no error',
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error(`Expected a Stripe error, got ${outcome}.`);
}

/** Polls until the condition holds; throws with the last value after 30 seconds. */
export async function until<T>(read: () => T | Promise<T>, isDone: (value: Awaited<T>) => boolean): Promise<Awaited<T>> {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > end) throw new Error(`The condition did not become true; the last value is ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
