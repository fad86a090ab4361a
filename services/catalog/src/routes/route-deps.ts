import type { Server, Sessions } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/deps.ts';

/** What every group of routes receives. */
export type RouteDeps = { server: Server; deps: CatalogDeps; sessions: Sessions };
