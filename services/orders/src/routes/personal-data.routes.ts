import { personalDataEmailSchema, personalDataSectionsSchema } from '@stagereel/contracts';
import { describeCustomer } from '../domain/personal-data/customer-data.ts';
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
    async (request) => ({ sections: await describeCustomer(deps, request.query) }),
  );
};
