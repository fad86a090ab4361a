import type { Server, Sessions } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/deps.ts';

/** What every group of routes receives. */
export type RouteDeps = { server: Server; deps: CatalogDeps; sessions: Sessions };

/** A bulk write of thousands of athletes can exceed the default handler timeout. The gateway's timeout is as long. */
export const BULK_HANDLER_TIMEOUT_MS = 15_000;
