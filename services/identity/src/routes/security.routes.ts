import { networkParamsSchema, noContentSchema, securityDashboardResponseSchema } from '@stagereel/contracts';
import { actorOf, type Server } from '@stagereel/service-kit';
import { removeNetwork } from '../domain/network/remove-network.ts';
import { getSecurityDashboard } from '../domain/security/security-dashboard.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

const tags = ['security'];

export const securityRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/api/admin/security-dashboard',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Sign-in figures of the last 24 hours, their risk assessment, and the active protections',
        tags,
        response: { 200: securityDashboardResponseSchema, ...errorResponses(401, 403) },
      },
    },
    async () => ({ dashboard: await getSecurityDashboard(deps) }),
  );

  for (const list of ['blocked', 'trusted'] as const) {
    server.delete(
      `/api/admin/${list}-addresses/:address`,
      {
        config: { guard: 'admin' },
        schema: {
          summary: list === 'blocked' ? 'Lift the block of an address; the failures before no longer count' : 'Stop trusting an address',
          tags,
          params: networkParamsSchema,
          response: { 204: noContentSchema, ...errorResponses(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        await removeNetwork(deps, { list, address: request.params.address, actor: actorOf(request) });
        return reply.code(204).send();
      },
    );
  }
};
