import { beforeAll, describe, expect, test } from '@jest/globals';
import { type AccessFacts, CALLERS, type Caller, prepareAccess } from '../support/access-callers.ts';
import { type AccessRow, accessRows, mayBeStored, pathOf } from '../support/access-rows.ts';
import { CALLED_SERVICES, operationsIn, routesOf } from '../support/service-routes.ts';
import type { TestStack } from '../support/test-stack.ts';

export const accessMatrix = (stack: () => TestStack): void =>
  describe('access to every route', () => {
    let cookies: Record<Caller, string>;
    let facts: AccessFacts;

    beforeAll(async () => {
      ({ cookies, facts } = await prepareAccess(stack()));
    }, 300_000);

    /** What the API description has, with the routes of the gateway itself. */
    const publishedRoutes = async (): Promise<string[]> =>
      operationsIn(await (await fetch(new URL('/api/docs/json', stack().info.gateway))).json());

    const call = (row: AccessRow, caller: Caller): Promise<Response> => {
      const method = row.route.split(' ')[0] ?? 'GET';
      const hasBody = method !== 'GET' && method !== 'DELETE';
      return fetch(new URL(pathOf(row, facts), stack().info.gateway), {
        method,
        redirect: 'manual',
        headers: { accept: 'application/json', cookie: cookies[caller], ...(hasBody ? { 'content-type': 'application/json' } : {}) },
        ...(hasBody ? { body: JSON.stringify(row.body?.(facts) ?? {}) } : {}),
      });
    };

    describe('the access matrix', () => {
      test('when a route is added or removed, then the matrix must follow: every route has a row, and every row a route', async () => {
        const routes = (await Promise.all(CALLED_SERVICES.map((service) => routesOf({ stack: stack(), service })))).flat();
        const all = new Set([...routes, ...(await publishedRoutes())]);
        expect(accessRows.map(({ route }) => route).sort()).toEqual([...all].sort());
        // The gateway would not know which service is meant. Between services, several may have the same route.
        const offered = routes.filter((route) => !route.includes(' /internal/'));
        expect(offered).toHaveLength(new Set(offered).size);
      });

      test('when a list belongs to the caller, then it contains no order of anybody else', async () => {
        const row = accessRows.find(({ route }) => route === 'GET /api/user/orders');
        if (!row) throw new Error('no row for the orders of a customer');
        const idsSeenBy = async (caller: Caller) => ((await (await call(row, caller)).json()) as { id: string }[]).map(({ id }) => id);
        expect(await idsSeenBy('customer')).toEqual([facts.lineId]);
        expect([await idsSeenBy('otherCustomer'), await idsSeenBy('admin')]).toEqual([[], []]);
      });

      test.each(accessRows)(
        'when $route is called, then each caller gets the status of the matrix, and may store only what is public (admin 2.5, 6.2, 6.6)',
        async (row) => {
          const statuses: Partial<Record<Caller, number>> = {};
          const storing: Caller[] = [];
          for (const caller of CALLERS) {
            const { status, headers } = await call(row, caller);
            statuses[caller] = status;
            if (!headers.get('cache-control')?.includes('no-store')) storing.push(caller);
          }
          expect(statuses).toEqual(row.statuses);
          expect(storing).toEqual(CALLERS.filter((caller) => mayBeStored(row, caller)));
        },
      );
    });
  });
