import { idParamsSchema, SESSION_COOKIE, userDeletedAnswerSchema, userListSchema } from '@stagereel/contracts';
import { actorOf, type Server } from '@stagereel/service-kit';
import { deleteUser } from '../domain/users/delete-user.ts';
import { listUsers } from '../domain/users/list-users.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['users'];

/** The accounts, for admins. */
export const userRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  server.get(
    '/api/users',
    {
      config: { guard: 'admin' },
      schema: { summary: 'Every account, newest first', tags, response: { 200: userListSchema, ...refusals(401, 403) } },
    },
    async () => listUsers(deps),
  );

  server.delete(
    '/api/users/:id',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Delete an account and end its sessions everywhere; its orders stay. The last admin cannot be deleted',
        tags,
        params: idParamsSchema,
        response: { 200: userDeletedAnswerSchema, ...refusals(400, 401, 403, 404, 409) },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const deleted = await deleteUser(deps, { id, actor });
      if (id === actor.id) cookies.clear(reply, SESSION_COOKIE);
      return deleted;
    },
  );
};
