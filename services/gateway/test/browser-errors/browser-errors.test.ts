import { expect, test } from '@jest/globals';
import { readMetric, useService } from '@stagereel/service-kit/testing';
import { startTestGateway } from '../support/gateway.ts';

const gateway = useService(() => startTestGateway({ METRICS_PORT: '0', TRUSTED_PROXIES: 'loopback' }));

const REPORT = { name: 'TypeError', message: 'x is not a function', stack: '', path: '/order-form/kanto-open' };
const report = (body: unknown, network = '192.0.2.1', headers: Record<string, string> = {}) =>
  fetch(new URL('/api/browser-errors', gateway.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
    body: JSON.stringify(body),
  });

test('when a browser reports an error, then it is counted by the pattern of its screen', async () => {
  expect((await report(REPORT)).status).toBe(204);
  expect((await report({ ...REPORT, path: '/order-status/secret' })).status).toBe(204);
  expect(await readMetric(gateway.metricsPort, 'browser_errors_total{screen="/order-form/:contestSlug"')).toBe(1);
});

test('when a report is too large, of another shape or from a page of another site, then it is refused', async () => {
  expect((await report({ ...REPORT, stack: 'x'.repeat(20_000) }, '192.0.2.2')).status).toBe(413);
  expect((await report({ ...REPORT, message: 'x'.repeat(301) }, '192.0.2.2')).status).toBe(400);
  expect((await report({ name: 'TypeError' }, '192.0.2.2')).status).toBe(400);
  expect((await report(REPORT, '192.0.2.2', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});

test('when one network reports again and again, then its reports are refused and those of others are not', async () => {
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await report(REPORT, '192.0.2.3')).status);
  expect(statuses).toEqual([...Array<number>(20).fill(204), 429]);
  expect(await readMetric(gateway.metricsPort, 'rate_limit_hits_total{code="TooManyRequests"')).toBe(1);
  expect((await report(REPORT, '198.51.100.1')).status).toBe(204);
});
