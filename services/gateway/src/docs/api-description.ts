import type { InternalClient, Logger } from '@stagereel/service-kit';
import { joinOpenapi, openapiSchema, type ServiceDocument } from './join-openapi.ts';

export type ApiDescription = () => Promise<ReturnType<typeof joinOpenapi>>;

type Options = {
  services: Record<string, string>;
  internalClient: (baseUrl: string) => InternalClient;
  logger: Logger;
  /** The OpenAPI document of the gateway itself. */
  own: () => unknown;
};

const MAX_AGE_MS = 30_000;

/** The OpenAPI documents of the gateway and all services, joined and cached. For a service that is unavailable, its last known document is used. */
export const createApiDescription = ({ services, internalClient, logger, own }: Options): ApiDescription => {
  const clients = Object.entries(services).map(([service, baseUrl]) => ({ service, client: internalClient(baseUrl) }));
  const known = new Map<string, ServiceDocument>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const fetchDocument = async ({ service, client }: { service: string; client: InternalClient }): Promise<void> => {
    try {
      known.set(service, { service, document: await client.request({ path: '/internal/openapi.json', schema: openapiSchema }) });
    } catch (err) {
      logger.warn({ err, upstream: service }, 'OpenAPI fetch failed');
    }
  };

  const fetchAll = async (): Promise<void> => {
    await Promise.all(clients.map(fetchDocument));
    // While a document is missing, every request tries again.
    if (known.size === clients.length) fetchedAt = performance.now();
  };

  return async () => {
    if (performance.now() - fetchedAt > MAX_AGE_MS) {
      fetching ??= fetchAll().finally(() => {
        fetching = undefined;
      });
      await fetching;
    }
    const names = clients.map(({ service }) => service);
    return joinOpenapi({
      documents: [{ service: 'gateway', document: openapiSchema.parse(own()) }, ...names.flatMap((name) => known.get(name) ?? [])],
      missing: names.filter((name) => !known.has(name)),
    });
  };
};
