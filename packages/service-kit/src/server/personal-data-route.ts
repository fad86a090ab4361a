import { type PersonalDataSection, personalDataEmailSchema, personalDataSectionsSchema } from '@stagereel/contracts';
import type { Server } from './server-types.ts';

type PersonalDataRoute = { server: Server; describe: (input: { email: string }) => Promise<PersonalDataSection[]> };

/** The route by which identity collects what a service stores about an address. */
export const registerPersonalData = ({ server, describe }: PersonalDataRoute): void => {
  server.get(
    '/internal/personal-data',
    {
      config: { guard: 'internal', callers: ['identity'] },
      schema: {
        tags: ['internal'],
        summary: 'What is stored about an address',
        querystring: personalDataEmailSchema,
        response: { 200: personalDataSectionsSchema },
      },
    },
    async (request) => ({ sections: await describe(request.query) }),
  );
};
