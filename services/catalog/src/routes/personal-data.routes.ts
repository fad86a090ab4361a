import { personalDataEmailSchema, personalDataSectionsSchema } from '@stagereel/contracts';
import { describeSaleNotices } from '../domain/sale/personal-data.ts';
import type { RouteDeps } from './route-deps.ts';

export const personalDataRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/internal/personal-data',
    {
      config: { guard: 'internal' },
      schema: {
        tags: ['internal'],
        summary: 'What is stored about an address',
        querystring: personalDataEmailSchema,
        response: { 200: personalDataSectionsSchema },
      },
    },
    async (request) => ({ sections: await describeSaleNotices(deps, request.query) }),
  );
};
