import type { Server, Sessions } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/ports.ts';

/** What every route file of this service is given. */
export type RouteDeps = { server: Server; deps: CatalogDeps; sessions: Sessions };
