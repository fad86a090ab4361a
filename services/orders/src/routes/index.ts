import { customerOrdersRoutes } from './customer-orders.routes.ts';
import { downloadRoutes } from './download.routes.ts';
import { orderHandlingRoutes } from './order-handling.routes.ts';
import { paymentConfirmationRoutes } from './payment-confirmation.routes.ts';
import { paymentIntentRoutes } from './payment-intent.routes.ts';
import type { RouteDeps } from './route-deps.ts';
import { stripeWebhookRoutes } from './stripe-webhook.routes.ts';

export const registerRoutes = (routeDeps: RouteDeps): void => {
  paymentIntentRoutes(routeDeps);
  stripeWebhookRoutes(routeDeps);
  customerOrdersRoutes(routeDeps);
  paymentConfirmationRoutes(routeDeps);
  orderHandlingRoutes(routeDeps);
  downloadRoutes(routeDeps);
};
