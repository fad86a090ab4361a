import { expect, test } from '@jest/globals';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { startTestGateway } from './support/gateway.ts';

const gateway = useService(() => startTestGateway({ METRICS_PORT: '0' }));

const readiness = async () => {
  const response = await gateway.get('/readyz');
  return { status: response.status, body: (await response.json()) as { status: string; checks: Record<string, string> } };
};

test('when everything is available, then /healthz and /readyz report it, with a check of each service', async () => {
  expect((await gateway.get('/healthz')).status).toBe(200);
  const checks = { redis: 'ok', catalog: 'ok', orders: 'ok', media: 'ok', identity: 'ok', notify: 'ok', trustedProxies: 'ok' };
  // On a busy machine a check may time out; it is repeated a second later.
  const ready = await waitUntil(async () => {
    const state = await readiness();
    return state.body.status === 'ready' && state;
  });
  expect(ready).toEqual({ status: 200, body: { status: 'ready', checks } });
});

test('when /readyz is requested very often, then each service is checked at most once a second', async () => {
  const before = gateway.upstreams.orders.received.length;
  const start = performance.now();
  await Promise.all(Array.from({ length: 50 }, readiness));
  const seconds = (performance.now() - start) / 1000;
  expect(gateway.upstreams.orders.received.length - before).toBeLessThanOrEqual(2 + Math.floor(seconds));
});

test('when a proxy that is not trusted forwards addresses, then /readyz reports it', async () => {
  await gateway.get('/api/contests', { 'x-forwarded-for': '203.0.113.1' });
  const { status, body } = await readiness();
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect(body.checks['trustedProxies']).toContain('TRUSTED_PROXIES');
});

test('when notify is unavailable, then the gateway stays ready and names it without its address', async () => {
  await gateway.upstreams.notify.stop();
  const { status, body } = await waitUntil(async () => {
    const state = await readiness();
    return state.body.checks['notify'] === 'no answer' && state.body.checks['catalog'] === 'ok' && state;
  });
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect(body.checks).toMatchObject({ notify: 'no answer', catalog: 'ok' });
});

test('when /metrics is requested on the public port, then it is not found', async () => {
  expect((await gateway.get('/metrics')).status).toBe(404);
});
