import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
    expect((await catalog.call('GET', '/readyz')).body).toEqual({ status: 'ready', checks: { mongo: 'ok', redis: 'ok', broker: 'ok' } });
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

describe('settings', () => {
  test('when identity has no address or production no secret of its own, the start fails and names them', () => {
    expect(() => loadCatalogConfig({ NODE_ENV: 'production' })).toThrow(/IDENTITY_URL.*INTERNAL_TOKEN/);
  });
});
