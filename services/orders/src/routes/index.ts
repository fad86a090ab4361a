import { customerOrdersRoutes } from './customer-orders.routes.ts';
import { downloadRoutes } from './download.routes.ts';
import { orderHandlingRoutes } from './order-handling.routes.ts';
import { orderLookupRoutes } from './order-lookup.routes.ts';
import { paymentConfirmationRoutes } from './payment-confirmation.routes.ts';
import { paymentIntentRoutes } from './payment-intent.routes.ts';
import { receiptRoutes } from './receipt.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { shopRoutes } from './shop.routes.ts';
import { stripeWebhookRoutes } from './stripe-webhook.routes.ts';

export const registerRoutes = (routeDeps: RouteDeps): void => {
  paymentIntentRoutes(routeDeps);
  stripeWebhookRoutes(routeDeps);
  customerOrdersRoutes(routeDeps);
  paymentConfirmationRoutes(routeDeps);
  orderHandlingRoutes(routeDeps);
  downloadRoutes(routeDeps);
  orderLookupRoutes(routeDeps);
  receiptRoutes(routeDeps);
  shopRoutes(routeDeps);
};
