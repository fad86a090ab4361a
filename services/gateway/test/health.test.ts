import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway, type TestGateway } from './support/gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({ METRICS_PORT: '0' });
});
afterAll(() => gateway.stop());

const readiness = async () => {
  const response = await gateway.get('/readyz');
  return { status: response.status, body: (await response.json()) as { status: string; checks: Record<string, string> } };
};

test('when all is well, /healthz and /readyz say so, and each service was asked', async () => {
  expect((await gateway.get('/healthz')).status).toBe(200);
  const checks = { redis: 'ok', catalog: 'ok', orders: 'ok', media: 'ok', identity: 'ok', notify: 'ok' };
  // A check that a busy machine answers too late is made again a second later.
  const ready = await waitUntil(async () => {
    const state = await readiness();
    return state.body.status === 'ready' && state;
  });
  expect(ready).toEqual({ status: 200, body: { status: 'ready', checks } });
});

test('when /readyz is asked very often, the services are not', async () => {
  const before = gateway.upstreams.orders.seen.length;
  const start = performance.now();
  await Promise.all(Array.from({ length: 50 }, readiness));
  const seconds = (performance.now() - start) / 1000;
  expect(gateway.upstreams.orders.seen.length - before).toBeLessThanOrEqual(2 + Math.floor(seconds));
});

test('when notify is down, the gateway stays ready and names it without its address', async () => {
  await gateway.upstreams.notify.stop();
  const { status, body } = await waitUntil(async () => {
    const state = await readiness();
    return state.body.checks['notify'] === 'no answer' && state.body.checks['catalog'] === 'ok' && state;
  });
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect(body.checks).toMatchObject({ notify: 'no answer', catalog: 'ok' });
});

test('when /metrics is asked for from outside, there is nothing', async () => {
  expect((await gateway.get('/metrics')).status).toBe(404);
});
