import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import { loadCatalogConfig } from '../src/config.ts';
import { startTestCatalog, type TestCatalog } from './support/catalog.ts';

let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ env: { NODE_ENV: 'production' } });
});
afterAll(() => catalog?.stop());

describe('in production', () => {
  test('when it is asked, it lives and is ready', async () => {
    expect(await catalog.call('GET', '/healthz')).toMatchObject({ status: 200 });
    const ready = await waitUntil(async () => {
      const { body } = await catalog.call('GET', '/readyz');
      return body.status === 'ready' && body;
    });
    expect(ready).toEqual({ status: 'ready', checks: { mongo: 'ok', redis: 'ok', broker: 'ok' } });
  });

  test('when every kind of answer is given, each is as in the contract', async () => {
    const contest = await catalog.contest({ videoPublished: true });
    const category = await catalog.category(contest.id, '男子');
    const athlete = await catalog.athlete(contest.id, { athleteNumber: '1', category: '男子' });
    const base = `/api/contests/${contest.id}`;
    expect((await catalog.call('GET', base)).body).toEqual(contest);
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

  test('when its description is asked for, every route is in it', async () => {
    const { body } = await catalog.internal('GET', '/internal/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    expect(routes.filter((route) => !route.startsWith('head')).sort()).toEqual(
      [
        'get /api/contests',
        'post /api/contests',
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
        'get /api/contests/{id}/price-description',
        'put /api/contests/{id}/price-description',
        'post /internal/quote',
        'get /internal/contests/{id}',
      ].sort(),
    );
  });
});

/** A wire to the real Redis that a test can cut. */
const startWire = async (target: URL) => {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    cut: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

describe('when Redis is away', () => {
  test('visitors and customers still see the shop, orders still get prices, and admins are told to come back', async () => {
    const wire = await startWire(new URL(String(process.env['REDIS_URL'])));
    const replica = await catalog.startReplica({ REDIS_URL: wire.url });
    const call = catalog.callAt(replica.url);
    const contest = await catalog.contest({ videoPublished: true });
    const hidden = await catalog.contest();
    expect((await call('GET', `/api/contests/${hidden.id}`)).status).toBe(200);
    await wire.cut();

    for (const as of ['anonymous', 'customer', 'admin'] as const) {
      expect((await call('GET', `/api/contests/${contest.id}/athletes`, { as })).status).toBe(200);
      expect((await call('GET', `/api/contests/${hidden.id}`, { as })).status).toBe(404);
    }
    const write = await call('PATCH', `/api/contests/${contest.id}`, { body: { location: '東京' } });
    expect([write.status, write.body.code]).toEqual([503, 'ServiceUnavailable']);
    expect((await call('GET', `/api/contests/${contest.id}/athletes?includeDeleted=true`)).status).toBe(503);
    const ready = await waitUntil(async () => {
      const answer = await call('GET', '/readyz');
      return answer.body.checks.mongo === 'ok' && answer.body.checks.broker === 'ok' && answer;
    });
    expect([ready.status, ready.body]).toMatchObject([200, { status: 'degraded', checks: { mongo: 'ok', broker: 'ok' } }]);
  });
});

describe('settings', () => {
  test('when identity has no address or production no secret of its own, the start fails and names them', () => {
    expect(() => loadCatalogConfig({ NODE_ENV: 'production' })).toThrow(/IDENTITY_URL.*INTERNAL_TOKEN/);
  });
});
