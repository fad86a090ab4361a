import { auditPageSchema, auditQuerySchema } from '@stagereel/contracts';
import type { Server } from '@stagereel/service-kit';
import { listAuditEntries } from '../domain/audit/list-audit-entries.ts';
import { errorResponses, type RouteDeps } from './route-deps.ts';

export const auditRoutes = (server: Server, { deps }: RouteDeps): void => {
  server.get(
    '/api/admin/audit',
    {
      config: { guard: 'admin' },
      schema: {
        summary: 'One page of admin actions, newest first; `from` and `to` are inclusive',
        tags: ['audit'],
        querystring: auditQuerySchema,
        response: { 200: auditPageSchema, ...errorResponses(400, 401, 403) },
      },
    },
    async (request) => listAuditEntries(deps, request.query),
  );
};
