import {
  ADMIN_BODY_BYTES,
  type Contest,
  contestGapsSchema,
  contestListSchema,
  contestSchema,
  contestSummarySchema,
  createContestSchema,
  errorBodySchema,
  idParamsSchema,
  noContentSchema,
  PUBLIC_CACHE_CONTROL,
  putPriceDescriptionSchema,
  savedPriceDescriptionSchema,
  updateContestSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses, readViewer } from '@stagereel/service-kit';
import type { ContestListItem } from '../domain/contest/contest.ts';
import { createContest } from '../domain/contest/create-contest.ts';
import { deleteContest } from '../domain/contest/delete-contest.ts';
import { getPriceDescription, setPriceDescription } from '../domain/contest/price-description.ts';
import { updateContest } from '../domain/contest/update-contest.ts';
import { countContestGaps, findVisibleContest, listVisibleContests, summariseContest } from '../domain/contest/view-contests.ts';
import type { CatalogDeps } from '../domain/deps.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['contests'];
const params = idParamsSchema;
const priceTags = ['price description'];
const priceResponses = { 200: savedPriceDescriptionSchema, ...errorResponses(401, 403, 404) };

const toContest = async ({ sales }: CatalogDeps, contest: ContestListItem): Promise<Contest> => ({
  ...(await sales.factsOf(contest)),
  id: contest.id,
  name: contest.name,
  slug: contest.slug,
  date: contest.date,
  location: contest.location,
  coverImage: contest.coverImage,
  sitePublicStatus: contest.sitePublicStatus,
  videoPublished: contest.videoPublished,
  photoPublished: contest.photoPublished,
  scheduledPublishDate: contest.scheduledPublishDate?.toISOString() ?? null,
  createdAt: contest.createdAt.toISOString(),
  version: contest.version,
  isComingSoon: contest.isComingSoon,
  hasSamples: contest.hasSamples,
  sampleVideo: contest.sampleVideo,
});

export const contestRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'List published contests; all contests for an admin',
        response: { 200: contestListSchema, ...errorResponses(401, 403) },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer({ request, sessions });
      const contests = await listVisibleContests(deps, { viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return Promise.all(contests.map((contest) => toContest(deps, contest)));
    },
  );

  server.post(
    '/api/contests',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Add a contest', body: createContestSchema, response: { 201: contestSchema } },
    },
    async (request, reply) => {
      const contest = await createContest(deps, { actor: actorOf(request), data: request.body });
      return reply.code(201).send(await toContest(deps, contest));
    },
  );

  server.get(
    '/api/contests/:id',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'Get a published contest; any contest for an admin',
        params,
        response: { 200: contestSchema, ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer({ request, sessions });
      const contest = await findVisibleContest(deps, { id: request.params.id, viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return toContest(deps, contest);
    },
  );

  server.patch(
    '/api/contests/:id',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Change a contest',
        params,
        body: updateContestSchema.nullish(),
        response: { 200: contestSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { id } = request.params;
      return toContest(deps, await updateContest(deps, { id, actor: actorOf(request), changes: request.body ?? {} }));
    },
  );

  server.delete(
    '/api/contests/:id',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Delete a contest with its categories and athletes',
        params,
        response: { 204: noContentSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      await deleteContest(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );

  server.get(
    '/api/contests/:id/price-description',
    { config: { guard: 'public' }, schema: { tags: priceTags, summary: 'Get the price description', params, response: priceResponses } },
    async (request, reply) => {
      const viewer = await readViewer({ request, sessions });
      const description = await getPriceDescription(deps, { contestId: request.params.id, viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return description;
    },
  );

  server.put(
    '/api/contests/:id/price-description',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config: { guard: 'admin' },
      schema: {
        tags: priceTags,
        summary: 'Replace the price description',
        params,
        body: putPriceDescriptionSchema,
        response: { ...priceResponses, ...errorResponses(409) },
      },
    },
    async (request) => setPriceDescription(deps, { contestId: request.params.id, actor: actorOf(request), data: request.body }),
  );

  server.get(
    '/internal/contest-gaps',
    {
      config: { guard: 'internal', callers: ['orders'] },
      schema: {
        tags: ['internal'],
        summary: 'Count the contests without samples, and those without athletes on sale',
        response: { 200: contestGapsSchema },
      },
    },
    async () => countContestGaps(deps),
  );

  server.get(
    '/internal/contests/:id',
    {
      config: { guard: 'internal', callers: ['media'] },
      schema: {
        tags: ['internal'],
        summary: 'Get the name and publication of a contest',
        params,
        response: { 200: contestSummarySchema, 404: errorBodySchema },
      },
    },
    async (request) => summariseContest(deps, { id: request.params.id }),
  );
};
