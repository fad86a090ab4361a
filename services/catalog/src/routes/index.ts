import { registerPersonalData } from '@stagereel/service-kit';
import { describeSaleNotices } from '../domain/sale/personal-data.ts';
import { athleteRoutes } from './athlete.routes.ts';
import { categoryRoutes } from './category.routes.ts';
import { contestRoutes } from './contest.routes.ts';
import { quoteRoutes } from './quote.routes.ts';
import { rosterRoutes } from './roster.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { saleRoutes } from './sale.routes.ts';

export const registerRoutes = (routeDeps: RouteDeps): void => {
  contestRoutes(routeDeps);
  saleRoutes(routeDeps);
  categoryRoutes(routeDeps);
  athleteRoutes(routeDeps);
  rosterRoutes(routeDeps);
  quoteRoutes(routeDeps);
  registerPersonalData({ server: routeDeps.server, describe: (input) => describeSaleNotices(routeDeps.deps, input) });
};
