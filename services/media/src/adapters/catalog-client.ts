import { contestSummarySchema, errorBodySchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Catalog } from '../domain/library/contests.ts';

export const createCatalogClient = (client: InternalClient): Catalog => ({
  find: async (contestId) => {
    const result = await client.requestRefusable({
      path: `/internal/contests/${contestId}`,
      schema: contestSummarySchema,
      refusal: { status: 404, schema: errorBodySchema },
    });
    return 'refused' in result ? undefined : { published: result.response.published };
  },
});
