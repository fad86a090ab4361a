import {
  ADMIN_BODY_BYTES,
  athleteListSchema,
  athleteParamsSchema,
  athleteSchema,
  bulkCreateAthletesSchema,
  bulkCreateResultSchema,
  bulkPurgeAthletesSchema,
  bulkResultSchema,
  bulkUpdateAthletesSchema,
  createAthleteSchema,
  idParamsSchema,
  listAthletesQuerySchema,
  noContentSchema,
  PUBLIC_CACHE_CONTROL,
  updateAthleteSchema,
} from '@stagereel/contracts';
import { actorOf, errorResponses, readViewer, requireAdmin, sendPreparedJson } from '@stagereel/service-kit';
import { createAthleteListCache } from '../domain/athlete/athlete-list-cache.ts';
import { bulkCreateAthletes, createAthlete } from '../domain/athlete/create-athletes.ts';
import { bulkPurgeAthletes, purgeAthlete } from '../domain/athlete/purge-athletes.ts';
import { bulkUpdateAthletes, updateAthlete } from '../domain/athlete/update-athletes.ts';
import { findVisibleContest } from '../domain/contest/view-contests.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['athletes'];
const params = idParamsSchema;
const notModified = noContentSchema.describe('not modified');

export const athleteRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  const lists = createAthleteListCache(deps);

  server.get(
    '/api/contests/:id/athletes',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: 'List the athletes of a contest in the order of their bibs; with includeDeleted, for admins, also the deleted ones',
        params,
        querystring: listAthletesQuerySchema,
        response: { 200: athleteListSchema, 304: notModified, ...errorResponses(401, 403, 404) },
      },
    },
    async (request, reply) => {
      const { includeDeleted } = request.query;
      const viewer = await (includeDeleted ? requireAdmin : readViewer)({ request, sessions });
      const { id: contestId, revision } = await findVisibleContest(deps, { id: request.params.id, viewer });
      if (!viewer.isAdmin) reply.header('cache-control', PUBLIC_CACHE_CONTROL);
      return sendPreparedJson({ request, reply, ready: await lists.get({ contestId, includeDeleted, revision }) });
    },
  );

  server.post(
    '/api/contests/:id/athletes',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Add an athlete',
        params,
        body: createAthleteSchema,
        response: { 201: athleteSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id: contestId } = request.params;
      return reply.code(201).send(await createAthlete(deps, { contestId, actor: actorOf(request), data: request.body }));
    },
  );

  server.patch(
    '/api/contests/:id/athletes/:athleteId',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Change or restore an athlete',
        params: athleteParamsSchema,
        body: updateAthleteSchema,
        response: { 200: athleteSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { id: contestId, athleteId } = request.params;
      return updateAthlete(deps, { contestId, athleteId, actor: actorOf(request), changes: request.body });
    },
  );

  server.delete(
    '/api/contests/:id/athletes/:athleteId',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Delete an athlete; it can be restored',
        params: athleteParamsSchema,
        response: { 204: noContentSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id: contestId, athleteId } = request.params;
      await updateAthlete(deps, { contestId, athleteId, actor: actorOf(request), changes: { isDeleted: true } });
      return reply.code(204).send();
    },
  );

  server.delete(
    '/api/contests/:id/athletes/:athleteId/permanent',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Remove a deleted athlete for good',
        params: athleteParamsSchema,
        response: { 204: noContentSchema, ...errorResponses(404, 409) },
      },
    },
    async (request, reply) => {
      const { id: contestId, athleteId } = request.params;
      await purgeAthlete(deps, { contestId, athleteId, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );

  server.post(
    '/api/contests/:id/athletes/bulk-create',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Add many athletes; an invalid one fails alone',
        params,
        body: bulkCreateAthletesSchema,
        response: { 201: bulkCreateResultSchema, ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const input = { contestId: request.params.id, actor: actorOf(request), athletes: request.body.athletes };
      return reply.code(201).send(await bulkCreateAthletes(deps, input));
    },
  );

  server.patch(
    '/api/contests/:id/athletes/bulk-update',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Make the same change to many athletes; delete or restore them',
        params,
        body: bulkUpdateAthletesSchema,
        response: { 200: bulkResultSchema, ...errorResponses(404) },
      },
    },
    async (request) => bulkUpdateAthletes(deps, { contestId: request.params.id, actor: actorOf(request), ...request.body }),
  );

  server.post(
    '/api/contests/:id/athletes/bulk-permanent-delete',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Remove many deleted athletes for good',
        params,
        body: bulkPurgeAthletesSchema,
        response: { 200: bulkResultSchema, ...errorResponses(404) },
      },
    },
    async (request) => bulkPurgeAthletes(deps, { contestId: request.params.id, actor: actorOf(request), ...request.body }),
  );
};
