import { ADMIN_BODY_BYTES, idParamsSchema, importRosterSchema, rosterPreviewSchema } from '@stagereel/contracts';
import { actorOf, attachment, errorResponses, exportResponse } from '@stagereel/service-kit';
import { exportRoster } from '../domain/roster/export-roster.ts';
import { importRoster } from '../domain/roster/import-roster.ts';
import type { RouteDeps } from './route-deps.ts';

const tags = ['athletes'];
const params = idParamsSchema;

export const rosterRoutes = ({ server, deps }: RouteDeps): void => {
  server.post(
    '/api/contests/:id/athletes/import',
    {
      bodyLimit: ADMIN_BODY_BYTES,
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Preview the import of a CSV roster, or apply a preview',
        params,
        body: importRosterSchema,
        response: { 200: rosterPreviewSchema, ...errorResponses(404, 409) },
      },
    },
    async (request) => {
      const { file, apply, fingerprint } = request.body;
      const input = { contestId: request.params.id, actor: actorOf(request), isApplying: apply, fingerprint };
      return importRoster(deps, { ...input, file: Buffer.from(file, 'base64') });
    },
  );

  server.get(
    '/api/contests/:id/athletes/export',
    {
      config: { guard: 'admin' },
      schema: {
        tags,
        summary: 'Export the athletes as a CSV file (UTF-8 with BOM)',
        params,
        response: { ...exportResponse('text/csv'), ...errorResponses(404) },
      },
    },
    async (request, reply) => {
      const { fileName, csv } = await exportRoster(deps, { contestId: request.params.id });
      const disposition = attachment({ fileName, fallback: 'athletes.csv' });
      return reply.type('text/csv; charset=utf-8').header('content-disposition', disposition).send(csv);
    },
  );
};
