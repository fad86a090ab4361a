import { describe, expect, test } from '@jest/globals';
import { readMetric, startTcpProxy, useService, waitUntil } from '@stagereel/service-kit/testing';
import { loadCatalogConfig } from '../src/config.ts';
import { startTestCatalog } from './support/catalog.ts';

const catalog = useService(() => startTestCatalog({ settings: { NODE_ENV: 'production' } }));

describe('metrics', () => {
  test('when nothing waits to be published, then every outbox is empty', async () => {
    const { metricsPort } = await catalog.startReplica({ METRICS_PORT: '0' });
    for (const collection of ['contests', 'athletes', 'saleNotices']) {
      expect(await readMetric(metricsPort, `outbox_events{collection="${collection}"`)).toBe(0);
    }
  });
});

describe('in production', () => {
  test('when /healthz and /readyz are requested, then the service is healthy and ready', async () => {
    expect(await catalog.call('GET', '/healthz')).toMatchObject({ status: 200 });
    const ready = await waitUntil(async () => {
      const { body } = await catalog.call('GET', '/readyz');
      return body.status === 'ready' && body;
    });
    expect(ready).toEqual({ status: 'ready', checks: { mongodb: 'ok', redis: 'ok', rabbitmq: 'ok' } });
  });

  test('when each kind of response is requested, then it matches the contract', async () => {
    const contest = await catalog.contest({ videoPublished: true });
    const category = await catalog.category(contest.id, '男子');
    const athlete = await catalog.athlete(contest.id, { athleteNumber: '1', category: '男子' });
    const base = `/api/contests/${contest.id}`;
    expect((await catalog.call('GET', base)).body).toEqual({ ...contest, athleteCount: 1, priceRange: { min: 5000, max: 5000 } });
    expect((await catalog.call('GET', `${base}/categories`)).body).toEqual([category]);
    expect((await catalog.call('PATCH', `${base}/athletes/${athlete.id}`, { body: { verticalVideoPrice: null } })).body).toEqual({
      ...athlete,
      verticalVideoPrice: null,
      version: 2,
    });
    const item = { contestId: contest.id, category: '男子', athleteNumber: '1', videoStyle: '縦動画' };
    expect((await catalog.internal('POST', '/internal/quote', { items: [item] })).body.lines).toMatchObject([
      { price: 3500, athleteName: null },
    ]);
    const refused = await catalog.internal('POST', '/internal/quote', { items: [{ ...item, athleteNumber: '2' }] });
    expect(refused.body.refused).toEqual([{ index: 0, code: 'AthleteNotFound' }]);
    expect((await catalog.call('DELETE', `${base}/athletes/${athlete.id}`)).status).toBe(204);
    expect((await catalog.call('DELETE', `${base}/categories/${category.id}`)).body).toBeUndefined();
    expect((await catalog.call('DELETE', base)).status).toBe(204);
  });

  test('when the OpenAPI document is requested, then it has every route', async () => {
    const { body } = await catalog.internal('GET', '/internal/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    expect(routes.filter((route) => !route.startsWith('head')).sort()).toEqual(
      [
        'get /api/contests',
        'post /api/contests',
        'get /api/contests/coming-soon',
        'get /api/contests/athlete-search',
        'get /api/contests/{id}',
        'patch /api/contests/{id}',
        'delete /api/contests/{id}',
        'get /api/contests/{id}/categories',
        'post /api/contests/{id}/categories',
        'delete /api/contests/{id}/categories/{categoryId}',
        'get /api/contests/{id}/athletes',
        'post /api/contests/{id}/athletes',
        'post /api/contests/{id}/athletes/bulk-create',
        'patch /api/contests/{id}/athletes/bulk-update',
        'post /api/contests/{id}/athletes/bulk-permanent-delete',
        'post /api/contests/{id}/athletes/import',
        'get /api/contests/{id}/athletes/export',
        'patch /api/contests/{id}/athletes/{athleteId}',
        'delete /api/contests/{id}/athletes/{athleteId}',
        'delete /api/contests/{id}/athletes/{athleteId}/permanent',
        'get /api/contests/{id}/sale-notices',
        'post /api/contests/{id}/sale-notices',
        'get /api/contests/{id}/price-description',
        'put /api/contests/{id}/price-description',
        'post /internal/quote',
        'get /internal/contest-gaps',
        'get /internal/contests/{id}',
        'get /internal/personal-data',
      ].sort(),
    );
  });
});

describe('without Redis', () => {
  test('when Redis is unavailable, then public routes still work and admin requests get a 503', async () => {
    const proxy = await startTcpProxy(String(process.env['REDIS_URL']));
    const replica = await catalog.startReplica({ REDIS_URL: proxy.url });
    const call = catalog.callAt(replica.url);
    const contest = await catalog.contest({ videoPublished: true });
    const hidden = await catalog.contest();
    expect((await call('GET', `/api/contests/${hidden.id}`)).status).toBe(200);
    await proxy.cut();

    for (const as of ['anonymous', 'customer', 'admin'] as const) {
      expect((await call('GET', `/api/contests/${contest.id}/athletes`, { as })).status).toBe(200);
      expect((await call('GET', `/api/contests/${hidden.id}`, { as })).status).toBe(404);
    }
    const write = await call('PATCH', `/api/contests/${contest.id}`, { body: { location: '東京' } });
    expect([write.status, write.body.code]).toEqual([503, 'ServiceUnavailable']);
    expect((await call('GET', `/api/contests/${contest.id}/athletes?includeDeleted=true`)).status).toBe(503);
    const ready = await waitUntil(async () => {
      const response = await call('GET', '/readyz');
      return response.body.checks.mongodb === 'ok' && response.body.checks.rabbitmq === 'ok' && response;
    });
    expect([ready.status, ready.body]).toMatchObject([200, { status: 'degraded', checks: { mongodb: 'ok', rabbitmq: 'ok' } }]);
  });
});

describe('with a busy Redis', () => {
  test('when Redis responds after a second, then an admin can still create a contest', async () => {
    const proxy = await startTcpProxy(String(process.env['REDIS_URL']));
    const replica = await catalog.startReplica({ REDIS_URL: proxy.url });
    proxy.delayResponses(1000);
    const body = { name: '混雑した日の大会' };
    expect((await catalog.callAt(replica.url)('POST', '/api/contests', { body })).status).toBe(201);
    await replica.stop();
    await proxy.stop();
  });
});

describe('configuration', () => {
  test('when IDENTITY_URL or the production secret is missing, then loading fails and names both', () => {
    expect(() => loadCatalogConfig({ NODE_ENV: 'production' })).toThrow(/IDENTITY_URL.*INTERNAL_TOKEN/);
  });
});
