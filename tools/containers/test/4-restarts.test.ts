import { expect, test } from '@jest/globals';
import { wrongLogLines } from '@stagereel/service-kit/testing';
import { ShopError } from '@stagereel/shop-client';
import { command, compose, containersOf, eventually } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

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
  const [catalog = ''] = await containersOf('catalog');
  const log = await command('docker', 'logs', catalog);
  expect(log).toContain('"err":');
  expect(wrongLogLines({ service: 'catalog', log })).toEqual([]);
}, 300_000);

test('when everything is stopped and started again, then orders and accounts are still there', async () => {
  const before = (await (await (await openShop()).signedInAdmin()).orders()).length;
  expect(before).toBeGreaterThan(0);
  await compose('down', '--timeout', '15');
  await compose('up', '--detach', '--no-build', '--wait');
  expect((await (await (await openShop()).signedInAdmin()).orders()).length).toBe(before);
}, 300_000);
