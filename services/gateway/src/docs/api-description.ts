import type { InternalClient, Logger } from '@stagereel/service-kit';
import { prepareStaticFile, type StaticFile } from '../static/static-file.ts';
import { joinOpenapi, openapiSchema, type ServiceDocument } from './join-openapi.ts';

export type ApiDescription = () => Promise<StaticFile>;

type Options = {
  services: Record<string, string>;
  internalClient: (baseUrl: string) => InternalClient;
  logger: Logger;
  /** The OpenAPI document of the gateway itself. */
  own: () => unknown;
  /** Headers of the response. */
  headers: Record<string, string>;
};

const MAX_AGE_MS = 30_000;
/** While the document of a service is missing. */
const MAX_INCOMPLETE_AGE_MS = 2000;

/**
 * The OpenAPI documents of the gateway and all services, joined. For a service that is unavailable, its last known document is used. Joining half a
 * megabyte blocks the gateway, so the bytes are kept, and requests that arrive meanwhile wait for the same ones.
 */
export const createApiDescription = ({ services, internalClient, logger, own, headers }: Options): ApiDescription => {
  const clients = Object.entries(services).map(([service, baseUrl]) => ({ service, client: internalClient(baseUrl) }));
  const known = new Map<string, ServiceDocument>();
  let built: { text: string; file: StaticFile; endsAt: number } | undefined;
  let building: Promise<StaticFile> | undefined;

  const fetchDocument = async ({ service, client }: { service: string; client: InternalClient }): Promise<void> => {
    try {
      known.set(service, { service, document: await client.request({ path: '/internal/openapi.json', schema: openapiSchema }) });
    } catch (err) {
      logger.warn({ err, upstream: service }, 'OpenAPI fetch failed');
    }
  };

  const build = async (): Promise<StaticFile> => {
    await Promise.all(clients.map(fetchDocument));
    const names = clients.map(({ service }) => service);
    const missing = names.filter((name) => !known.has(name));
    const documents = [{ service: 'gateway', document: openapiSchema.parse(own()) }, ...names.flatMap((name) => known.get(name) ?? [])];
    const text = JSON.stringify(joinOpenapi({ documents, missing }));
    const prepare = () => prepareStaticFile({ name: 'openapi.json', bytes: Buffer.from(text), cacheControl: 'no-cache', headers });
    const endsAt = performance.now() + (missing.length === 0 ? MAX_AGE_MS : MAX_INCOMPLETE_AGE_MS);
    built = { text, endsAt, file: built?.text === text ? built.file : prepare() };
    return built.file;
  };

  return async () => {
    if (built && performance.now() < built.endsAt) return built.file;
    building ??= build().finally(() => {
      building = undefined;
    });
    return building;
  };
};
