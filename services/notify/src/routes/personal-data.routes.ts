import { personalDataEmailSchema, personalDataSectionsSchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import type { NotifyDeps } from '../domain/deps.ts';
import { describeMails } from '../domain/personal-data/personal-data.ts';

export const personalDataRoutes = ({ server, deps }: { server: Server; deps: NotifyDeps }): void => {
  server.get(
    '/internal/personal-data',
    {
      config: { guard: 'internal' },
      schema: {
        summary: 'What is stored about an address',
        tags: ['internal'],
        querystring: personalDataEmailSchema,
        response: { 200: personalDataSectionsSchema },
      },
    },
    async (request) => ({ sections: await describeMails(deps, request.query) }),
  );
};
