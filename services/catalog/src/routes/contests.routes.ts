import {
  contestListSchema,
  contestSchema,
  createContestSchema,
  idParamsSchema,
  noContentSchema,
  updateContestSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { createContest } from '../domain/create-contest.ts';
import { deleteContest } from '../domain/delete-contest.ts';
import { findVisibleContest } from '../domain/find-visible-contest.ts';
import { listVisibleContests } from '../domain/list-visible-contests.ts';
import { updateContest } from '../domain/update-contest.ts';
import { refusals, toContest } from './answers.ts';
import type { RouteDeps } from './route-deps.ts';
import { viewerOf } from './viewer.ts';

const tags = ['contests'];
const params = idParamsSchema;

export const contestRoutes = ({ server, deps, sessions }: RouteDeps): void => {
  server.get(
    '/api/contests',
    {
      config: { guard: 'public' },
      schema: { tags, summary: 'Published contests; all of them for an admin', response: { 200: contestListSchema } },
    },
    async (request) => (await listVisibleContests(deps, { viewer: await viewerOf({ request, sessions }) })).map(toContest),
  );

  server.post(
    '/api/contests',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Add a contest', body: createContestSchema, response: { 201: contestSchema, ...refusals } },
    },
    async (request, reply) => {
      const contest = await createContest(deps, { actor: actorOf(request), wish: request.body });
      return reply.code(201).send(toContest(contest));
    },
  );

  server.get(
    '/api/contests/:id',
    {
      config: { guard: 'public' },
      schema: { tags, summary: 'A published contest; any for an admin', params, response: { 200: contestSchema, ...refusals } },
    },
    async (request) => {
      const viewer = await viewerOf({ request, sessions });
      return toContest(await findVisibleContest(deps, { id: request.params.id, viewer }));
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
        response: { 200: contestSchema, ...refusals },
      },
    },
    async (request) => {
      const { id } = request.params;
      return toContest(await updateContest(deps, { id, actor: actorOf(request), wish: request.body ?? {} }));
    },
  );

  server.delete(
    '/api/contests/:id',
    {
      config: { guard: 'admin' },
      schema: { tags, summary: 'Delete a contest with all that is in it', params, response: { 204: noContentSchema, ...refusals } },
    },
    async (request, reply) => {
      await deleteContest(deps, { id: request.params.id, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
