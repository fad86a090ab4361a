import { describe, expect, test } from '@jest/globals';
import { type ServiceName, serviceNames } from '@stagereel/stack';
import { CALLED_SERVICES, routesOf, tokenOf } from '../support/service-routes.ts';
import type { TestStack } from '../support/test-stack.ts';

type CalledService = (typeof CALLED_SERVICES)[number];

/** Every internal route of each service, and who may call it. Each service also describes its routes to the gateway. */
const CALLERS: Record<CalledService, Record<string, ServiceName[]>> = {
  catalog: {
    'POST /internal/quote': ['orders'],
    'GET /internal/contest-gaps': ['orders'],
    'GET /internal/contests/{id}': ['media'],
    'GET /internal/personal-data': ['identity'],
  },
  orders: {
    'POST /internal/video-needs': ['media'],
    'GET /internal/open-orders': ['catalog'],
    'GET /internal/personal-data': ['identity'],
  },
  media: {
    'POST /internal/finished-videos': ['orders'],
    'POST /internal/tickets': ['orders'],
    'POST /internal/claims/{claimId}/reserve': ['gateway'],
    'POST /internal/claims/{claimId}/release': ['gateway'],
  },
  identity: {
    'GET /internal/jwks': ['catalog', 'orders', 'media'],
    'GET /internal/admins': ['orders'],
  },
  notify: {
    'GET /internal/personal-data': ['identity'],
  },
};
const OPENAPI = 'GET /internal/openapi.json';

export const internalAccess = (stack: () => TestStack): void =>
  describe('access to routes between services', () => {
    /** The body is empty, so that an accepted request changes nothing: it is answered with 400, or with what it asked for. */
    const statusOf = async ({ service, route, token }: { service: CalledService; route: string; token?: string }): Promise<number> => {
      const [method = '', path = ''] = route.split(' ');
      const url = new URL(path.replace(/\{\w+\}/, 'nothing'), stack().info.services[service]?.url);
      const isPost = method === 'POST';
      const headers = { ...(token && { 'x-internal-token': token }), ...(isPost && { 'content-type': 'application/json' }) };
      return (await fetch(url, { method, headers, ...(isPost && { body: '{}' }) })).status;
    };

    test.each(CALLED_SERVICES)(
      'when a service calls %s, then only the callers of the table are accepted, on every internal route',
      async (service) => {
        const routes = (await routesOf({ stack: stack(), service })).filter((route) => route.includes(' /internal/'));
        expect([...routes].sort()).toEqual(Object.keys(CALLERS[service]).sort());
        for (const [route, callers] of Object.entries({ ...CALLERS[service], [OPENAPI]: ['gateway'] })) {
          const accepted: ServiceName[] = [];
          for (const name of serviceNames) {
            const status = await statusOf({ service, route, token: tokenOf({ stack: stack(), service: name }) });
            expect({ route, name, status }).not.toMatchObject({ status: 401 });
            if (status !== 403) accepted.push(name);
          }
          expect({ route, accepted: accepted.sort() }).toEqual({ route, accepted: [...callers].sort() });
          const withoutToken = [await statusOf({ service, route }), await statusOf({ service, route, token: 'guess' })];
          expect({ route, withoutToken }).toEqual({ route, withoutToken: [401, 401] });
        }
      },
    );
  });
