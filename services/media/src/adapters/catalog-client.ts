import { contestSummarySchema, errorBodySchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Catalog } from '../domain/ports.ts';

export const createCatalog = (client: Pick<InternalClient, 'ask'>): Catalog => ({
  find: async (contestId) => {
    const reply = await client.ask({
      path: `/internal/contests/${contestId}`,
      answer: contestSummarySchema,
      refusal: { status: 404, schema: errorBodySchema },
    });
    return 'refused' in reply ? undefined : { published: reply.answer.published };
  },
});
