import { expect, test } from '@jest/globals';
import { compose, containersOf, eventually, runInside } from '../src/compose.ts';
import { buy, openShop, publishContest } from '../src/shop.ts';

const READS = 1000;
const AT_LEAST = 0.15;

/** The requests that a replica has handled, by its own count. */
const requestsOf = async (container: string): Promise<number> => {
  const metrics = await runInside(container, "console.log(await (await fetch('http://127.0.0.1:9090/metrics')).text())");
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{[^}]*route="\/api\/contests"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
};

test('when catalog grows to four replicas, then each receives its share of reads within seconds', async () => {
  const shop = await openShop();
  const admin = await shop.signedInAdmin();
  await admin.call({ path: '/api/contests' });
  await compose('up', '--detach', '--no-build', '--no-recreate', '--wait', '--scale', 'catalog=4');
  const replicas = await containersOf('catalog');
  expect(replicas).toHaveLength(4);
  // With a session: the gateway responds to other reads from memory.
  await eventually(
    async () => {
      await admin.call({ path: '/api/contests' });
      return (await Promise.all(replicas.map(requestsOf))).every((count) => count > 0);
    },
    { timeoutMs: 15_000 },
  );
  const before = await Promise.all(replicas.map(requestsOf));
  for (let read = 0; read < READS; read += 1) await admin.call({ path: '/api/contests' });
  const after = await Promise.all(replicas.map(requestsOf));
  const shares = after.map((count, index) => (count - (before[index] ?? 0)) / READS);
  console.log(`shares of ${READS} reads: ${shares.map((share) => share.toFixed(3)).join(', ')}`);
  expect(shares.filter((share) => share < AT_LEAST)).toEqual([]);
}, 300_000);

test('when every service has two replicas, then a purchase works through each gateway', async () => {
  const two = ['gateway', 'catalog', 'orders', 'media', 'notify', 'identity'].flatMap((service) => ['--scale', `${service}=2`]);
  await compose('up', '--detach', '--no-build', '--no-recreate', '--wait', ...two);
  const item = await publishContest(await openShop(), '二台の大会');
  for (const index of [1, 2]) {
    const port = (await compose('port', '--index', String(index), 'gateway', '8080')).trim().split(':').at(-1);
    const shop = await openShop({ gateway: `http://localhost:${port}` });
    expect(await buy(shop, { item, email: `scaled${index}@example.jp` })).not.toBe('');
  }
  await compose('up', '--detach', '--no-build', '--no-recreate', '--wait');
}, 300_000);
