import {
  athleteListSchema,
  athleteParamsSchema,
  athleteSchema,
  createAthleteSchema,
  idParamsSchema,
  listAthletesQuerySchema,
  noContentSchema,
  updateAthleteSchema,
} from '@stagereel/contracts';
import { actorOf, sendReadyJson } from '@stagereel/service-kit';
import { createAthlete } from '../domain/create-athlete.ts';
import { findVisibleContest } from '../domain/find-visible-contest.ts';
import { listAthletes } from '../domain/list-athletes.ts';
import { purgeAthlete } from '../domain/purge-athlete.ts';
import { updateAthlete } from '../domain/update-athlete.ts';
import { refusals } from './answers.ts';
import { createAthleteLists } from './athlete-lists.ts';
import type { RouteDeps } from './route-deps.ts';
import { requireAdmin, viewerOf } from './viewer.ts';

const tags = ['athletes'];
const notModified = noContentSchema.describe('not modified');

export const athleteRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  const lists = createAthleteLists({ read: (which) => listAthletes(deps, which) });

  server.get(
    '/api/contests/:id/athletes',
    {
      config: { guard: 'public' },
      schema: {
        tags,
        summary: "A contest's athletes in the order of their bibs; the deleted ones too for an admin who asks",
        params: idParamsSchema,
        querystring: listAthletesQuerySchema,
        response: { 200: athleteListSchema, 304: notModified, ...refusals },
      },
    },
    async (request, reply) => {
      const { includeDeleted } = request.query;
      const viewer = await (includeDeleted ? requireAdmin : viewerOf)({ request, sessions });
      const { id: contestId, revision } = await findVisibleContest(deps, { id: request.params.id, viewer });
      return sendReadyJson({ request, reply, ready: await lists.get({ contestId, includeDeleted, revision }) });
    },
  );

  server.post(
    '/api/contests/:id/athletes',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Add an athlete',
        params: idParamsSchema,
        body: createAthleteSchema,
        response: { 201: athleteSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id: contestId } = request.params;
      return reply.code(201).send(await createAthlete(deps, { contestId, actor: actorOf(request), wish: request.body }));
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
        response: { 200: athleteSchema, ...refusals },
      },
    },
    async (request) => {
      const { id: contestId, athleteId } = request.params;
      return updateAthlete(deps, { contestId, athleteId, actor: actorOf(request), wish: request.body });
    },
  );

  server.delete(
    '/api/contests/:id/athletes/:athleteId',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Delete an athlete, restorably',
        params: athleteParamsSchema,
        response: { 204: noContentSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id: contestId, athleteId } = request.params;
      await updateAthlete(deps, { contestId, athleteId, actor: actorOf(request), wish: { isDeleted: true } });
      return reply.code(204).send();
    },
  );

  server.delete(
    '/api/contests/:id/athletes/:athleteId/permanent',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Erase a deleted athlete for good',
        params: athleteParamsSchema,
        response: { 204: noContentSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const { id: contestId, athleteId } = request.params;
      await purgeAthlete(deps, { contestId, athleteId, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
