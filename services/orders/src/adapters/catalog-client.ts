import { contestGapsSchema, quoteRefusalSchema, quoteSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Catalog } from '../domain/payment/price-items.ts';

export const createCatalog = (client: InternalClient): Catalog => ({
  quote: async (items) => {
    const result = await client.requestRefusable({
      method: 'POST',
      path: '/internal/quote',
      body: { items },
      schema: quoteSchema,
      refusal: { status: 409, schema: quoteRefusalSchema },
    });
    return 'refused' in result ? { refused: result.refused.refused } : { lines: result.response.lines };
  },

  countGaps: () => client.request({ path: '/internal/contest-gaps', schema: contestGapsSchema }),
});
