import {
  contestSummarySchema,
  errorBodySchema,
  idParamsSchema,
  quoteRefusalSchema,
  quoteRequestSchema,
  quoteSchema,
} from '@stagereel/contracts';
import { quoteItems } from '../domain/quote-items.ts';
import { summariseContest } from '../domain/summarise-contest.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['internal'];

export const internalRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/internal/quote',
    {
      config: { guard: 'internal' },
      schema: {
        tags,
        summary: 'Price the items of an order',
        body: quoteRequestSchema,
        response: { 200: quoteSchema, 400: errorBodySchema, 409: quoteRefusalSchema },
      },
    },
    async (request) => ({ lines: await quoteItems(deps, { items: request.body.items }) }),
  );

  server.get(
    '/internal/contests/:id',
    {
      config: { guard: 'internal' },
      schema: {
        tags,
        summary: 'Name and publication of a contest',
        params: idParamsSchema,
        response: { 200: contestSummarySchema, 404: errorBodySchema },
      },
    },
    async (request) => summariseContest(deps, { id: request.params.id }),
  );
};
