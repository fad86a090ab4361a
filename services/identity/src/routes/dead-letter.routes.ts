import { deadLetterListSchema, noContentSchema, replayDeadLetterSchema } from '@stagereel/contracts';
import { actorOf, type Server } from '@stagereel/service-kit';
import { listDeadLetters, replayDeadLetter } from '../domain/dead-letter/dead-letters.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

const tags = ['security'];

export const deadLetterRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/api/admin/dead-letters',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Messages that no consumer could handle, oldest first, without their contents',
        tags,
        response: { 200: deadLetterListSchema, ...errorResponses(401, 403, 503) },
      },
    },
    async () => listDeadLetters(deps),
  );

  server.post(
    '/api/admin/dead-letters/replay',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Put such a message back into its queue',
        tags,
        body: replayDeadLetterSchema,
        response: { 204: noContentSchema, ...errorResponses(400, 401, 403, 404, 503) },
      },
    },
    async (request, reply) => {
      await replayDeadLetter(deps, { ...request.body, actor: actorOf(request) });
      return reply.code(204).send();
    },
  );
};
