import type { Server, Sessions } from '@stagereel/service-kit';
import type { CatalogDeps } from '../domain/ports.ts';

/** What a group of routes is given. */
export type RouteDeps = { server: Server; deps: CatalogDeps; sessions: Sessions };
