import type { Server, Sessions } from '@stagereel/service-kit';
import type { ReadWebhook } from '../adapters/stripe-webhook.ts';
import type { OrdersConfig } from '../config.ts';
import type { OrdersDeps } from '../domain/deps.ts';

export type RouteDeps = { server: Server; deps: OrdersDeps; config: OrdersConfig; readWebhook: ReadWebhook; sessions: Sessions };
