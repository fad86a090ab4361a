import {
  comingSoonContestListSchema,
  foundAthletesSchema,
  idParamsSchema,
  PUBLIC_CACHE_CONTROL,
  requestSaleNoticeSchema,
  saleNoticeCountSchema,
  saleNoticeRequestedSchema,
  searchAthletesQuerySchema,
} from '@stagereel/contracts';
import { errorResponses, provenEmailsOf } from '@stagereel/service-kit';
import { listComingSoon } from '../domain/contest/view-contests.ts';
import { requestSaleNotice } from '../domain/sale/request-sale-notice.ts';
import { searchAthletes } from '../domain/sale/search-athletes.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['sale'];
const params = idParamsSchema;

export const saleRoutes = ({ server, deps }: RouteDeps): void => {
  server.get(
    '/api/contests/athlete-search',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'Search the athletes on sale in all published contests',
        querystring: searchAthletesQuerySchema,
        response: { 200: foundAthletesSchema },
      },
    },
    async (request) => searchAthletes(deps, request.query),
  );

  server.get(
    '/api/contests/coming-soon',
    {
      config: { guard: 'public' },
      schema: { tags, summary: 'List the contests that are announced before their sale', response: { 200: comingSoonContestListSchema } },
    },
    async (_request, reply) => {
      const contests = await listComingSoon(deps);
      reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return contests.map(({ id, name, slug, date, location, coverImage, scheduledPublishDate }) => ({
        ...{ id, name, slug, date, location, coverImage },
        salesStartAt: scheduledPublishDate?.toISOString() ?? null,
      }));
    },
  );

  server.post(
    '/api/contests/:id/sale-notices',
    {
      config: { guard: 'proven' },
      schema: {
        tags,
        summary: 'Ask for a mail at the start of the sale, with a proven address',
        params,
        body: requestSaleNoticeSchema,
        response: { 201: saleNoticeRequestedSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      await requestSaleNotice(deps, { contestId: request.params.id, email, provenEmails: provenEmailsOf(request) });
      return reply.code(201).send({ email });
    },
  );

  server.get(
    '/api/contests/:id/sale-notices',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Count the addresses that wait for the start of the sale',
        params,
        response: { 200: saleNoticeCountSchema },
      },
    },
    async (request) => ({ count: await deps.saleNotices.countWaiting(request.params.id) }),
  );
};
