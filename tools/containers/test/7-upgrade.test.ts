import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { command, compose, composeVersion, containerOf, containersOf, eventually, inspect, settingOf, upgradeTo } from '../src/compose.ts';
import { startLoad } from '../src/load.ts';
import { buildPreviousVersion } from '../src/previous-version.ts';
import { confirmationsOf, openShop, PRICE, publishContest } from '../src/shop.ts';
import { readUsage } from '../src/usage.ts';

const SERVICES = ['notify', 'identity', 'catalog', 'media', 'orders', 'gateway'];
const TODAY = settingOf('TAG');
const PREVIOUS = 'previous';
/** Of 20 that are meant. */
const AT_LEAST_PER_SECOND = 18;
const BUILD_MS = 1_500_000;
const UPGRADE_MS = 600_000;

/** One gateway, reached through the proxy. */
const shopBehindProxy = () => openShop({ gateway: settingOf('PUBLIC_URL', 'proxied') });
const versionsOf = async (service: string): Promise<string[]> => {
  const images = await command('docker', 'inspect', '--format', '{{.Config.Image}}', ...(await containersOf(service)));
  return images.trim().split('\n');
};

beforeAll(async () => {
  await buildPreviousVersion({ services: SERVICES, tag: PREVIOUS });
  const one = SERVICES.flatMap((service) => ['--scale', `${service}=1`]);
  await composeVersion(TODAY, 'up', '--detach', '--no-build', '--no-deps', '--wait', ...one, ...SERVICES, 'proxy');
  await eventually(async () => (await fetch(`${settingOf('PUBLIC_URL', 'proxied')}/readyz`)).ok);
}, BUILD_MS);
afterAll(async () => {
  await composeVersion(TODAY, 'rm', '--stop', '--force', 'proxy');
  await compose('up', '--detach', '--no-build', '--wait');
}, UPGRADE_MS);

/** Failed requests of the same load on 2026-11-22, before the gateway waited for services and the proxy for gateways. */
const FAILED_BEFORE = { identity: 0, catalog: 20, orders: 8, gateway: 23 };

test(
  'when each service restarts, one after another, then no request fails while only one replica of it exists',
  async () => {
    const shop = await shopBehindProxy();
    const name = `restarts-${Date.now()}`;
    const load = await startLoad(shop, { item: await publishContest(shop, name), price: PRICE, name });
    const failedAt: Record<string, number> = {};
    try {
      for (const service of SERVICES) {
        const before = load.failuresUntilNow();
        await composeVersion(TODAY, 'restart', service);
        const container = await containerOf(service);
        await eventually(async () => (await inspect(container, '{{.State.Health.Status}}')) === 'healthy');
        failedAt[service] = load.failuresUntilNow() - before;
      }
    } finally {
      await load.stop();
    }
    const { requests, perSecond, failures, slowestMs, orders } = await load.stop();
    console.log(
      `restarts: ${requests} requests, ${perSecond.toFixed(1)} per second, the slowest took ${slowestMs} ms; failed: ${JSON.stringify(failedAt)}, once ${JSON.stringify(FAILED_BEFORE)}`,
    );
    expect(failures).toEqual([]);
    expect(perSecond).toBeGreaterThan(AT_LEAST_PER_SECOND);
    for (const order of orders) expect(await confirmationsOf(shop, order)).toHaveLength(1);
  },
  UPGRADE_MS,
);

test.each([
  ['rolled back to the previous version', PREVIOUS],
  ['upgraded from the previous version to this one', TODAY],
])(
  'when a shop with one replica of each service is %s, then no request fails, and each order has one confirmation mail',
  async (what, version) => {
    const shop = await shopBehindProxy();
    const name = `to-${version}-${Date.now()}`;
    const load = await startLoad(shop, { item: await publishContest(shop, name), price: PRICE, name });
    const upgrading = upgradeTo(version);
    const usage = await upgrading.then(readUsage).finally(load.stop);
    const steps = (await upgrading).split('\n').filter((line) => line.includes('up to date'));
    const { requests, perSecond, failures, slowestMs, orders } = await load.stop();
    const figures = `${requests} requests, ${perSecond.toFixed(1)} per second, ${failures.length} failed, the slowest took ${slowestMs} ms`;
    const used = usage.map((each) => `${each.service}: ${each.memoryMib} MiB, ${each.processes} processes, ${each.files} open files`);
    console.log([`${what}: ${figures}`, ...steps, ...used].join('\n'));
    expect(failures).toEqual([]);
    expect(perSecond).toBeGreaterThan(AT_LEAST_PER_SECOND);
    expect(usage.filter(({ largestShare }) => !(largestShare < 0.5))).toEqual([]);
    for (const service of SERVICES) expect(await versionsOf(service)).toEqual([`stagereel-${service}:${version}`]);
    expect(orders.length).toBeGreaterThan(20);
    for (const order of orders) expect(await confirmationsOf(shop, order)).toHaveLength(1);
  },
  UPGRADE_MS,
);

test('when a new replica does not start, then the old one stays, and the operator learns why and what to do', async () => {
  const before = await containersOf('catalog');
  const settings = ['DRAIN_SECONDS=soon', 'READY_SECONDS=8'];
  const failure: unknown = await upgradeTo(PREVIOUS, { settings, services: ['catalog'] }).catch((error: unknown) => error);
  expect(String(failure)).toMatch(/catalog could not start\. .*DRAIN_SECONDS[\s\S]*the old replicas are still running/);
  expect(await containersOf('catalog')).toEqual(before);
  const admin = await (await shopBehindProxy()).signedInAdmin();
  expect(await admin.call({ path: '/api/contests' })).toBeDefined();
});
