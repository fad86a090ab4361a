import { expect, test } from '@jest/globals';
import { readMetric, useService, waitUntil } from '@stagereel/service-kit/testing';
import { adminOf } from './support/admin.ts';
import { itemOf } from './support/catalog.ts';
import { startShop } from './support/shop.ts';

const shop = useService(() => startShop({ settings: { METRICS_PORT: '0' } }));
const { decline, deliverOrder } = adminOf(shop);
const metric = (sample: string) => readMetric(shop.metricsPort, sample);

test('when an order is opened, paid, delivered and partly refunded, then each step is counted once', async () => {
  const { number } = await shop.buy({ items: [itemOf('1'), itemOf('2')] });
  await decline(number, '02');
  await shop.waitForOrder(number, ({ lines }) => lines[1]?.declined?.refundState === 'succeeded');
  await deliverOrder({ number });
  await deliverOrder({ number });

  expect(await metric('orders_opened_total')).toBe(1);
  const paidBy = await Promise.all(['webhook', 'client', 'reconciler'].map((by) => metric(`orders_paid_total{by="${by}"`)));
  expect(paidBy.reduce<number>((sum, count = 0) => sum + count, 0)).toBe(1);
  expect(await metric('orders_deliveries_total')).toBe(1);
  expect(await metric('orders_lines_refunded_total')).toBe(1);
  await waitUntil(async () => (await metric('webhook_lag_seconds_count')) !== 0, { what: 'a webhook' });
  expect(await metric('webhook_lag_seconds_sum')).toBeLessThan(60);
});

test('when nothing waits to be published, then the outboxes and queues are empty', async () => {
  expect(await metric('outbox_events{collection="orders"')).toBe(0);
  expect(await metric('outbox_oldest_seconds{collection="orders"')).toBe(0);
  expect(await metric('queue_messages{queue="orders.mails",state="dead"')).toBe(0);
});
