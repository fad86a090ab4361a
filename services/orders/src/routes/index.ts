import { customerOrdersRoutes } from './customer-orders.routes.ts';
import { downloadRoutes } from './download.routes.ts';
import { orderDeskRoutes } from './order-desk.routes.ts';
import { orderHandlingRoutes } from './order-handling.routes.ts';
import { orderListRoutes } from './order-list.routes.ts';
import { orderLookupRoutes } from './order-lookup.routes.ts';
import { paymentConfirmationRoutes } from './payment-confirmation.routes.ts';
import { paymentIntentRoutes } from './payment-intent.routes.ts';
import { receiptRoutes } from './receipt.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { salesRoutes } from './sales.routes.ts';
import { shopRoutes } from './shop.routes.ts';
import { stripeWebhookRoutes } from './stripe-webhook.routes.ts';

export const registerRoutes = (routeDeps: RouteDeps): void => {
  paymentIntentRoutes(routeDeps);
  stripeWebhookRoutes(routeDeps);
  customerOrdersRoutes(routeDeps);
  paymentConfirmationRoutes(routeDeps);
  orderListRoutes(routeDeps);
  orderHandlingRoutes(routeDeps);
  orderDeskRoutes(routeDeps);
  salesRoutes(routeDeps);
  downloadRoutes(routeDeps);
  orderLookupRoutes(routeDeps);
  receiptRoutes(routeDeps);
  shopRoutes(routeDeps);
};
