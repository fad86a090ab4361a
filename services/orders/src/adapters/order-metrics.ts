import type { Metrics } from '@stagereel/service-kit';
import { Counter, Histogram } from 'prom-client';
import type { OrderMetrics } from '../domain/deps.ts';

/** The metrics of orders in /metrics. Each replica counts what it did itself. */
export const createOrderMetrics = (metrics: Metrics): OrderMetrics & { webhookReceived: (createdAt: Date) => void } => {
  const registers = [metrics];
  const opened = new Counter({ name: 'orders_opened_total', help: 'Orders that were stored to await their payment', registers });
  const paid = new Counter({
    name: 'orders_paid_total',
    help: 'Orders that became paid, by who reported it',
    labelNames: ['by'],
    registers,
  });
  const delivered = new Counter({ name: 'orders_deliveries_total', help: 'Deliveries, of whole orders and of parts', registers });
  const refunded = new Counter({ name: 'orders_lines_refunded_total', help: 'Videos that were declined and refunded', registers });
  const lag = new Histogram({
    name: 'webhook_lag_seconds',
    help: 'Time from an event of the card provider to the arrival of its webhook, in seconds',
    buckets: [1, 2, 5, 10, 30, 60, 300, 900, 3600],
    registers,
  });
  for (const by of ['webhook', 'client', 'reconciler']) paid.inc({ by }, 0);

  return {
    opened: () => opened.inc(),
    paid: (by) => paid.inc({ by }),
    delivered: () => delivered.inc(),
    refunded: () => refunded.inc(),
    webhookReceived: (createdAt) => {
      const seconds = Math.max(0, (Date.now() - createdAt.getTime()) / 1000);
      // A histogram throws for a missing time, which must not refuse the webhook.
      if (Number.isFinite(seconds)) lag.observe(seconds);
    },
  };
};
