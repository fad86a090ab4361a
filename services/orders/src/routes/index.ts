import { registerPersonalData } from '@stagereel/service-kit';
import { describeCustomer } from '../domain/personal-data/customer-data.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { downloadRoutes } from './download.routes.ts';
import { followUpRoutes } from './follow-up.routes.ts';
import { handlingRoutes } from './handling.routes.ts';
import { lookupRoutes } from './lookup.routes.ts';
import { orderRoutes } from './order.routes.ts';
import { paymentRoutes } from './payment.routes.ts';
import { receiptRoutes } from './receipt.routes.ts';
import { refundRoutes } from './refund.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { salesRoutes } from './sales.routes.ts';
import { settingsRoutes } from './settings.routes.ts';
import { statusRoutes } from './status.routes.ts';
import { todayRoutes } from './today.routes.ts';

/** One file per area, as in `domain/`. */
export const registerRoutes = (routeDeps: RouteDeps): void => {
  orderRoutes(routeDeps);
  statusRoutes(routeDeps);
  paymentRoutes(routeDeps);
  deliveryRoutes(routeDeps);
  downloadRoutes(routeDeps);
  refundRoutes(routeDeps);
  receiptRoutes(routeDeps);
  lookupRoutes(routeDeps);
  salesRoutes(routeDeps);
  followUpRoutes(routeDeps);
  settingsRoutes(routeDeps);
  handlingRoutes(routeDeps);
  todayRoutes(routeDeps);
  registerPersonalData({ server: routeDeps.server, describe: (input) => describeCustomer(routeDeps.deps, input) });
};
