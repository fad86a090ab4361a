import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { publishableKey, sdkFor, secretKey, until, webhookSecret } from './support/harness.ts';
import { type Receiver, startReceiver } from './support/webhook-receiver.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** Every program of the shop must stop within this time. */
const STOPS_WITHIN_MS = 10_000;
const children: ChildProcess[] = [];
const cleanUps: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const run = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
};

/** Starts the program in a process of its own, and waits for its address. */
async function startProgram(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = run({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_WEBHOOK_RETRY_SECONDS: '0.05',
    ...env,
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address) {
      child.stdout!.resume();
      return { child, url: address };
    }
  }
  throw new Error('The simulator ended before it listened.');
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-simulator-'));
  cleanUps.push(() => rm(folder, { recursive: true }));
  return folder;
}

async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  cleanUps.push(() => receiver.close());
  return receiver;
}

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  return code as number | null;
}

describe('restarts', () => {
  test('when it is stopped with payments and an undelivered webhook, then the next start has the payments and sends the webhook', async () => {
    const DATA_DIR = await newFolder();
    const receiver = await newReceiver();
    receiver.respondWith(() => 500);
    const env = { DATA_DIR, STRIPE_WEBHOOK_URL: receiver.url };

    const first = await startProgram(env);
    const stripe = sdkFor(first.url);
    const paid = await stripe.paymentIntents.create(
      { amount: 5000, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k' },
    );
    await stripe.refunds.create({ payment_intent: paid.id, amount: 1000 });
    const waiting = await stripe.paymentIntents.create({ amount: 700, currency: 'jpy' });
    const challenged = await stripe.paymentIntents.confirm(waiting.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://shop.example/',
    });
    await receiver.waitFor('payment_intent.succeeded', 2);
    expect(await endWith(first.child, 'SIGTERM')).toBe(0);
    await receiver.receivedAll();
    const seenBefore = receiver.received.length;

    receiver.respondWith(() => 200);
    const second = await startProgram(env);
    const again = sdkFor(second.url);
    await until(
      async () => (await (await fetch(`${second.url}/_simulator/deliveries`)).json()) as { status: string }[],
      (deliveries) => deliveries.length === 3 && deliveries.every(({ status }) => status === 'delivered'),
    );
    const types = receiver.received.slice(seenBefore).map(({ event }) => event.type);
    expect(types.sort()).toEqual(['charge.refunded', 'payment_intent.requires_action', 'payment_intent.succeeded']);

    expect(await again.paymentIntents.retrieve(paid.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'succeeded',
      latest_charge: { amount_refunded: 1000 },
    });
    const replayed = await again.paymentIntents.create(
      { amount: 5000, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' },
      { idempotencyKey: 'k' },
    );
    expect(replayed.id).toBe(paid.id);
    const page = new URL(challenged.next_action!.redirect_to_url!.url!).pathname;
    await fetch(`${second.url}${page}`, { method: 'POST', body: new URLSearchParams({ decision: 'allow' }), redirect: 'manual' });
    expect((await again.paymentIntents.retrieve(waiting.id)).status).toBe('succeeded');
  });

  test('when it receives SIGTERM, then it exits with 0, also while a webhook hangs', async () => {
    const receiver = await newReceiver();
    receiver.respondWith(() => 'hang');
    const DATA_DIR = await newFolder();
    const first = await startProgram({ DATA_DIR, STRIPE_WEBHOOK_URL: receiver.url });
    await sdkFor(first.url).paymentIntents.create({ amount: 500, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' });
    await receiver.waitFor('payment_intent.succeeded');
    const start = performance.now();
    expect(await endWith(first.child, 'SIGTERM')).toBe(0);
    expect(performance.now() - start).toBeLessThan(STOPS_WITHIN_MS);

    receiver.respondWith(() => 200);
    await startProgram({ DATA_DIR, STRIPE_WEBHOOK_URL: receiver.url });
    await receiver.waitFor('payment_intent.succeeded', 2);
  });
});

describe('invalid configuration', () => {
  const endOf = async (env: Record<string, string>) => {
    const child = run(env);
    const output: Buffer[] = [];
    child.stderr!.on('data', (chunk: Buffer) => output.push(chunk));
    const [code] = await once(child, 'close');
    return { code, text: Buffer.concat(output).toString().trim() };
  };

  test('when the environment is production, then it does not start and gives the reason in one sentence', async () => {
    const { code, text } = await endOf({ NODE_ENV: 'production', DATA_DIR: await newFolder() });
    expect(code).toBe(1);
    expect(text).toMatch(/^NODE_ENV is production .*refuses to start there\.$/);
  });

  test.each([
    ['a live secret key', { STRIPE_SECRET_KEY: 'sk_live_abc' }, 'STRIPE_SECRET_KEY must start with sk_test_'],
    ['a webhook address that is none', { STRIPE_WEBHOOK_URL: 'gateway:3000' }, 'STRIPE_WEBHOOK_URL must be an http or https address'],
    [
      'retries that are no numbers',
      { STRIPE_WEBHOOK_RETRY_SECONDS: 'soon' },
      'STRIPE_WEBHOOK_RETRY_SECONDS must be seconds separated by commas',
    ],
    ['no data folder', { DATA_DIR: '' }, 'DATA_DIR names the folder'],
  ])('when it is given %s, then it names the variable', async (_what, env, sentence) => {
    const { code, text } = await endOf({ DATA_DIR: await newFolder(), ...env });
    expect(code).toBe(1);
    expect(text).toContain(sentence);
    expect(text.split('\n')).toHaveLength(1);
  });
});
