import { errorBodySchema } from '@stagereel/contracts';
import type { Server, Sessions } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/deps.ts';

/** What every group of routes receives. */
export type RouteDeps = { server: Server; deps: CatalogDeps; sessions: Sessions };

/** The error responses of every public route. */
export const errorResponses = {
  400: errorBodySchema,
  401: errorBodySchema,
  403: errorBodySchema,
  404: errorBodySchema,
  409: errorBodySchema,
};

/** A bulk write of thousands of athletes can exceed the default handler timeout. The gateway's timeout is as long. */
export const BULK_HANDLER_TIMEOUT_MS = 15_000;
