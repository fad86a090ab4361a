import { createInternalClient, type InternalClient, type Logger } from '@stagereel/service-kit';
import { joinOpenapi, type ServiceDocument } from './join-openapi.ts';
import { openapiSchema } from './openapi-document.ts';

export type ApiDescription = () => Promise<ReturnType<typeof joinOpenapi>>;

type Options = { services: Record<string, string>; token: string; logger: Logger; freshForMs?: number };

const FRESH_FOR_MS = 30_000;

/** The services' own descriptions, joined; asked again after a while, and the last one known of a service that is away. */
export const createApiDescription = ({ services, token, logger, freshForMs = FRESH_FOR_MS }: Options): ApiDescription => {
  const clients = Object.entries(services).map(([service, baseUrl]) => ({ service, client: createInternalClient({ baseUrl, token }) }));
  const known = new Map<string, ServiceDocument>();
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const ask = async ({ service, client }: { service: string; client: InternalClient }): Promise<void> => {
    try {
      known.set(service, { service, document: await client.request({ path: '/internal/openapi.json', answer: openapiSchema }) });
    } catch (err) {
      logger.warn({ err, service }, 'a service did not describe itself');
    }
  };

  const refresh = async (): Promise<void> => {
    await Promise.all(clients.map(ask));
    // While one is missing, the next reader asks again.
    if (known.size === clients.length) askedAt = performance.now();
  };

  return async () => {
    if (performance.now() - askedAt > freshForMs) {
      asking ??= refresh().finally(() => {
        asking = undefined;
      });
      await asking;
    }
    const names = clients.map(({ service }) => service);
    return joinOpenapi({
      documents: names.flatMap((name) => known.get(name) ?? []),
      missing: names.filter((name) => !known.has(name)),
    });
  };
};
