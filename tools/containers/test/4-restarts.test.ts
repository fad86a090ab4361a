import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { ShopError } from '@stagereel/shop-client';
import { command, compose, containerOf, crash, eventually, inspect, settingOf } from '../src/compose.ts';
import { startLoad } from '../src/load.ts';
import { buy, confirmationsOf, openShop, PRICE, publishContest } from '../src/shop.ts';

const statusOf = async (url: string): Promise<number> => (await fetch(url, { signal: AbortSignal.timeout(20_000) })).status;

test('when a service is missing, then the gateway starts without it', async () => {
  await compose('stop', 'orders', 'gateway');
  await compose('up', '--detach', '--no-build', '--no-deps', '--wait', 'gateway');
  const { gateway } = await openShop();
  expect(await statusOf(`${gateway}/api/contests`)).toBe(200);
  const admin = await (await openShop()).signedInAdmin();
  await expect(admin.orders()).rejects.toMatchObject({ status: 502 });
  await compose('up', '--detach', '--no-build', '--wait');
  await eventually(async () => (await admin.orders()) !== undefined, { timeoutMs: 10_000 });
}, 180_000);

test('when the database is away, then requests receive 503, and the shop recovers by itself', async () => {
  const shop = await openShop();
  const admin = await shop.signedInAdmin();
  const item = await publishContest(shop, '再起動の大会');
  await compose('stop', '--timeout', '20', 'mongodb');
  const failure = await admin.createContest({ name: 'なし' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ShopError);
  expect(failure).toMatchObject({ status: 503 });
  await compose('start', 'mongodb');
  await eventually(async () => (await admin.orders()) !== undefined);
  expect(await eventually(() => buy(shop, { item, email: `after-${Date.now()}@example.jp` }))).not.toBe('');
  const catalog = await containerOf('catalog');
  const log = await command('docker', 'logs', catalog);
  expect(log).toContain('"err":');
  expect(wrongLogLines({ service: 'catalog', log })).toEqual([]);
}, 300_000);

const crashAndRecover = async (service: string): Promise<void> => {
  const container = await containerOf(service);
  await crash(container);
  await eventually(async () => (await inspect(container, '{{.State.Health.Status}}')) === 'healthy');
};

/** The numbers of the orders whose card was charged since then, at most 100, as the card simulator knows them. */
const chargedSince = async (since: number): Promise<string[]> => {
  const url = new URL('/v1/payment_intents?limit=100', settingOf('STRIPE_PUBLIC_URL'));
  const response = await fetch(url, { headers: { authorization: `Bearer ${settingOf('STRIPE_SECRET_KEY')}` } });
  const { data } = (await response.json()) as { data: { status: string; created: number; metadata: Record<string, string> }[] };
  const charged = data.filter(({ status, created }) => status === 'succeeded' && created * 1000 >= since);
  return charged.map(({ metadata }) => metadata['order_number'] ?? '');
};

const KILLED = ['catalog', 'orders', 'media', 'notify', 'identity', 'redis', 'rabbitmq', 'mongodb'];

test('when one container of each kind crashes while customers buy, then it starts again by itself, and no paid order or mail is lost or doubled', async () => {
  // Before customers come, because Docker may publish it at another port of the range afterwards.
  await crashAndRecover('gateway');
  const shop = await openShop();
  const name = `crash-${Date.now()}`;
  const item = await publishContest(shop, name);
  // The simulator keeps whole seconds.
  const startedAt = Math.floor(Date.now() / 1000) * 1000;
  const load = await startLoad(shop, { item, price: PRICE, name });
  try {
    for (const service of KILLED) await crashAndRecover(service);
  } finally {
    await load.stop();
  }
  const { requests, failures, orders } = await load.stop();
  const admin = await shop.signedInAdmin();
  const charged = await chargedSince(startedAt);
  // Each order has one line, whose number ends in -01. A payment whose buyer saw an error is learned from a repeated webhook.
  const paid = await eventually(async () => {
    const lines = (await admin.orders()).filter(({ customerEmail }) => customerEmail.startsWith(name));
    return (
      lines.length >= charged.length && lines.map((line) => ({ email: line.customerEmail, number: line.orderNumber.replace(/-01$/, '') }))
    );
  });
  console.log(`nine crashes: ${requests} requests, ${failures.length} failed; ${paid.length} paid orders`);
  expect(orders.length).toBeGreaterThan(20);
  expect(paid).toEqual(expect.arrayContaining(orders));
  expect(paid.map(({ number }) => number).sort()).toEqual(charged.sort());
  expect(new Set(paid.map(({ email }) => email)).size).toBe(paid.length);
  for (const order of paid) {
    // If notify crashes between the server's response and its own record, the mail is sent again with the same Message-ID.
    const messages = new Set((await confirmationsOf(shop, order)).map(({ headers }) => headers['message-id']));
    expect([order.number, messages.size]).toEqual([order.number, 1]);
  }
}, 600_000);

test('when everything is stopped and started again, then orders and accounts are still there', async () => {
  const before = (await (await (await openShop()).signedInAdmin()).orders()).length;
  expect(before).toBeGreaterThan(0);
  await compose('down', '--timeout', '15');
  await compose('up', '--detach', '--no-build', '--wait');
  expect((await (await (await openShop()).signedInAdmin()).orders()).length).toBe(before);
}, 300_000);
