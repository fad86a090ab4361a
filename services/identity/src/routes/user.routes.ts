import { adminAddressesSchema, idParamsSchema, SESSION_COOKIE, userDeletedResponseSchema, userListSchema } from '@stagereel/contracts';
import { actorOf, type Server } from '@stagereel/service-kit';
import { deleteUser } from '../domain/user/delete-user.ts';
import { listAdminAddresses, listAllUsers } from '../domain/user/list-users.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

const tags = ['users'];

export const userRoutes = (server: Server, { deps, cookies }: RouteDeps): void => {
  server.get(
    '/api/users',
    {
      config: { guard: 'admin' },
      schema: { summary: 'All accounts, newest first', tags, response: { 200: userListSchema, ...errorResponses(401, 403) } },
    },
    async () => listAllUsers(deps),
  );

  server.get(
    '/internal/admins',
    {
      config: { guard: 'internal', callers: ['orders'] },
      schema: { summary: 'The email addresses of the admins', tags: ['internal'], response: { 200: adminAddressesSchema } },
    },
    async () => ({ emails: await listAdminAddresses(deps) }),
  );

  server.delete(
    '/api/users/:id',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Delete an account and end its sessions; its orders are kept. The last admin cannot be deleted',
        tags,
        params: idParamsSchema,
        response: { 200: userDeletedResponseSchema, ...errorResponses(400, 401, 403, 404, 409) },
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
