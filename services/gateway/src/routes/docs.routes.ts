import type { Server } from '@stagereel/service-kit';
import type { ApiDescription } from '../docs/api-description.ts';
import { DOCS, type DocsFiles } from '../docs/docs-files.ts';
import { sendFile } from '../files/send-file.ts';

type DocsOptions = { server: Server; files: DocsFiles; describe: ApiDescription; headers: Record<string, string> };

const OPTIONS = { config: { guard: 'public' as const }, schema: { hide: true } };

/** One page with the calls of all services, and the OpenAPI document behind it. */
export const registerDocsRoutes = ({ server, files, describe, headers }: DocsOptions): void => {
  server.get(DOCS, OPTIONS, async (request, reply) => sendFile({ request, reply: reply.headers(headers), file: files.page }));
  server.get(`${DOCS}/json`, OPTIONS, async () => describe());
  for (const [name, file] of files.byName) {
    server.get(`${DOCS}/${name}`, OPTIONS, async (request, reply) => sendFile({ request, reply, file }));
  }
};
