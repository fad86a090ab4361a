import {
  bulkCreateAthletesSchema,
  bulkCreateResultSchema,
  bulkPurgeAthletesSchema,
  bulkResultSchema,
  bulkUpdateAthletesSchema,
  idParamsSchema,
} from '@stagereel/contracts';
import { actorOf } from '@stagereel/service-kit';
import { bulkCreateAthletes } from '../domain/bulk-create-athletes.ts';
import { bulkPurgeAthletes } from '../domain/bulk-purge-athletes.ts';
import { bulkUpdateAthletes } from '../domain/bulk-update-athletes.ts';
import { refusals } from './answers.ts';
import { BULK_HANDLER_MS } from './bulk-limit.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['athletes'];
const params = idParamsSchema;

export const athletesBulkRoutes = ({ server, deps }: Pick<RouteDeps, 'server' | 'deps'>): void => {
  server.post(
    '/api/contests/:id/athletes/bulk-create',
    {
      config: { guard: 'admin' },
      handlerTimeout: BULK_HANDLER_MS,
      schema: {
        tags,
        summary: 'Add many athletes; a clash refuses its row alone',
        params,
        body: bulkCreateAthletesSchema,
        response: { 201: bulkCreateResultSchema, ...refusals },
      },
    },
    async (request, reply) => {
      const input = { contestId: request.params.id, actor: actorOf(request), wishes: request.body.athletes };
      return reply.code(201).send(await bulkCreateAthletes(deps, input));
    },
  );

  server.patch(
    '/api/contests/:id/athletes/bulk-update',
    {
      config: { guard: 'admin' },
      handlerTimeout: BULK_HANDLER_MS,
      schema: {
        tags,
        summary: 'Change, delete or restore many athletes alike',
        params,
        body: bulkUpdateAthletesSchema,
        response: { 200: bulkResultSchema, ...refusals },
      },
    },
    async (request) => bulkUpdateAthletes(deps, { contestId: request.params.id, actor: actorOf(request), ...request.body }),
  );

  server.post(
    '/api/contests/:id/athletes/bulk-permanent-delete',
    {
      config: { guard: 'admin' },
      handlerTimeout: BULK_HANDLER_MS,
      schema: {
        tags,
        summary: 'Erase many deleted athletes for good',
        params,
        body: bulkPurgeAthletesSchema,
        response: { 200: bulkResultSchema, ...refusals },
      },
    },
    async (request) => bulkPurgeAthletes(deps, { contestId: request.params.id, actor: actorOf(request), ...request.body }),
  );
};
