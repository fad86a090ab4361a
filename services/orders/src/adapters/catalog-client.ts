import { quoteRefusalSchema, quoteSchema } from '@stagereel/contracts';
import type { InternalClient } from '@stagereel/service-kit';
import type { Catalog } from '../domain/ports.ts';

export const createCatalog = (client: Pick<InternalClient, 'ask'>): Catalog => ({
  quote: async (items) => {
    const reply = await client.ask({
      method: 'POST',
      path: '/internal/quote',
      body: { items },
      answer: quoteSchema,
      refusal: { status: 409, schema: quoteRefusalSchema },
    });
    return 'refused' in reply ? { refused: reply.refused.refused } : { lines: reply.answer.lines };
  },
});
