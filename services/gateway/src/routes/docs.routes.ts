import type { Server } from '@stagereel/service-kit';
import type { ApiDescription } from '../docs/api-description.ts';
import { DOCS, type DocsPage } from '../docs/docs-page.ts';
import { sendStaticFile } from '../static/static-file.ts';

type DocsOptions = { server: Server; docs: DocsPage; describe: ApiDescription };

const OPTIONS = { config: { guard: 'public' as const }, schema: { hide: true } };

/** The documentation of all services' APIs: a page and the OpenAPI document that it shows. */
export const registerDocsRoutes = ({ server, docs, describe }: DocsOptions): void => {
  server.get(DOCS, OPTIONS, (request, reply) => sendStaticFile({ request, reply, file: docs.page }));
  server.get(`${DOCS}/json`, OPTIONS, async (request, reply) => sendStaticFile({ request, reply, file: await describe() }));
  for (const [name, file] of docs.byName) {
    server.get(`${DOCS}/${name}`, OPTIONS, (request, reply) => sendStaticFile({ request, reply, file }));
  }
};
