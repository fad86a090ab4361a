import { networkParamsSchema, noContentSchema, securityDashboardAnswerSchema } from '@stagereel/contracts';
import { actorOf, type Server } from '@stagereel/service-kit';
import { liftNetwork } from '../domain/networks/lift-network.ts';
import { showSecurityDashboard } from '../domain/security/security-dashboard.ts';
import { type RouteDeps, refusals } from './route-deps.ts';

const tags = ['security'];

/** The shop's security at a glance, and the lists an admin may take a network off. */
export const securityRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/api/admin/security-dashboard',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'Figures of the last 24 hours, what they come to, and what protects sign-ins',
        tags,
        response: { 200: securityDashboardAnswerSchema, ...refusals(401, 403) },
      },
    },
    async () => ({ dashboard: await showSecurityDashboard(deps) }),
  );

  for (const list of ['blocked', 'trusted'] as const) {
    server.delete(
      `/api/admin/${list}-addresses/:address`,
      {
        config: { guard: 'admin' },
        schema: {
          summary: list === 'blocked' ? 'Lift a block, and forget the failures that led to it' : 'Trust an address no longer',
          tags,
          params: networkParamsSchema,
          response: { 204: noContentSchema, ...refusals(400, 401, 403, 404) },
        },
      },
      async (request, reply) => {
        await liftNetwork(deps, { list, address: request.params.address, actor: actorOf(request) });
        return reply.code(204).send();
      },
    );
  }
};
