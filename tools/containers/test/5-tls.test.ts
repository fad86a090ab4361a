import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compose, composeTls, crash, eventually, settingOf } from '../src/compose.ts';

const UP = ['up', '--detach', '--no-build', '--wait', '--scale', 'gateway=2'];
const START_MS = 300_000;
let authority = '';

/** Sends a request through the proxy, whose certificate is of its own authority. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const options = { host: 'localhost', port: settingOf('HTTPS_PORT', 'tls'), path, headers, ca: authority, agent: false };
    request(options, async (response) => resolve({ status: response.statusCode ?? 0, body: await text(response) }))
      .on('error', reject)
      .end();
  });

beforeAll(async () => {
  await composeTls(...UP);
  authority = await eventually(async () => composeTls('exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt'));
  await eventually(async () => (await ask('/healthz')).status === 200);
}, START_MS);
afterAll(async () => {
  await composeTls('rm', '--stop', '--force', 'proxy');
  await compose('up', '--detach', '--no-build', '--wait');
}, START_MS);

test('when a client sends X-Forwarded-For through the proxy, then the gateway sees the address of the connection, and trusts the proxy', async () => {
  const marker = `/api/contests/unknown-${Date.now()}`;
  for (let time = 0; time < 10; time += 1) await ask(marker, { 'x-forwarded-for': '203.0.113.77' });
  const logs = await composeTls('logs', '--no-log-prefix', 'gateway');
  const requests = logs
    .split('\n')
    .filter((line) => line.includes(marker))
    .map((line) => JSON.parse(line));
  expect(requests).toHaveLength(10);
  const addresses = new Set(requests.map(({ req }) => req.remoteAddress));
  expect(addresses.size).toBe(1);
  expect([...addresses][0]).not.toBe('203.0.113.77');
  // Both gateways are used.
  const readiness = await Promise.all(Array.from({ length: 10 }, () => ask('/readyz')));
  expect(new Set(readiness.map(({ body }) => JSON.parse(body).checks.trustedProxies))).toEqual(new Set(['ok']));
});

test('when http is requested, then the proxy redirects to https', async () => {
  const response = await fetch(`http://localhost:${settingOf('HTTP_PORT', 'tls')}/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, `https://localhost:${settingOf('HTTPS_PORT', 'tls')}/`]);
});

test('when one of two gateways is stopped, then no request through the proxy fails', async () => {
  const stopping = composeTls('up', '--detach', '--no-build', '--no-recreate', '--scale', 'gateway=1');
  const statuses: number[] = [];
  let isStopping = true;
  void stopping.finally(() => {
    isStopping = false;
  });
  while (isStopping) statuses.push((await ask('/api/contests')).status);
  await stopping;
  expect(statuses.length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
}, 60_000);

test('when the proxy crashes, then it starts again by itself, with the same certificate', async () => {
  await crash((await composeTls('ps', '--quiet', 'proxy')).trim());
  await eventually(async () => (await ask('/healthz')).status === 200);
}, 60_000);
