import { athleteRoutes } from './athletes.routes.ts';
import { athletesBulkRoutes } from './athletes-bulk.routes.ts';
import { categoryRoutes } from './categories.routes.ts';
import { contestRoutes } from './contests.routes.ts';
import { internalRoutes } from './internal.routes.ts';
import { priceDescriptionRoutes } from './price-description.routes.ts';
import { rosterRoutes } from './rosters.routes.ts';
import type { RouteDeps } from './route-deps.ts';

export const registerRoutes = (routeDeps: RouteDeps): void => {
  contestRoutes(routeDeps);
  categoryRoutes(routeDeps);
  athleteRoutes(routeDeps);
  athletesBulkRoutes(routeDeps);
  rosterRoutes(routeDeps);
  priceDescriptionRoutes(routeDeps);
  internalRoutes(routeDeps);
};
