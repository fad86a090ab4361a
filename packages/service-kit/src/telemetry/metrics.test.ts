import { expect, test } from '@jest/globals';
import { readMetric, waitUntil } from '../testing/index.ts';
import { createLogger } from './logger.ts';
import { createMetrics, registerGauges, serveMetrics } from './metrics.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const samplesIn = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('when two gauges share a read, then a scrape reads once, and a value that is gone is missing in the next scrape', async () => {
  const metrics = createMetrics('orders');
  let reads = 0;
  const queues = ['mails', 'codes'];
  registerGauges({
    metrics,
    logger,
    gauges: { waiting: 'Waiting messages', oldest: 'Age of the oldest' },
    labelNames: ['queue'],
    read: async () => {
      reads += 1;
      return queues.map((queue) => ({ labels: { queue }, values: { waiting: reads, oldest: 10 } }));
    },
  });
  expect(samplesIn(await metrics.metrics())).toEqual([
    'waiting{queue="mails",service="orders"} 1',
    'waiting{queue="codes",service="orders"} 1',
    'oldest{queue="mails",service="orders"} 10',
    'oldest{queue="codes",service="orders"} 10',
  ]);
  queues.pop();
  expect(samplesIn(await metrics.metrics())).toEqual([
    'waiting{queue="mails",service="orders"} 2',
    'oldest{queue="mails",service="orders"} 10',
  ]);
});

test('when gauges cannot be read, then they are missing and the others are served', async () => {
  const metrics = createMetrics('orders');
  const failing = async () => {
    throw new Error('The database is away');
  };
  registerGauges({ metrics, logger, gauges: { documents: 'Documents' }, labelNames: [], read: failing });
  registerGauges({
    metrics,
    logger,
    gauges: { messages: 'Messages' },
    labelNames: [],
    read: async () => [{ labels: {}, values: { messages: 3 } }],
  });
  expect(samplesIn(await metrics.metrics())).toEqual(['messages{service="orders"} 3']);
});

test('when the event loop is measured, then every 100 ms: readers of its delay subtract that', async () => {
  const { port, stop } = await serveMetrics({ metrics: createMetrics('orders'), host: '127.0.0.1', port: 0 });
  const shortest = await waitUntil(
    async () => {
      // A scrape forgets the earlier samples. Before the next ones, the value is the largest integer.
      const seconds = await readMetric(port, 'nodejs_eventloop_lag_min_seconds');
      return seconds !== undefined && seconds < 60 && seconds;
    },
    { everyMs: 300 },
  );
  expect(shortest).toBeGreaterThan(0.09);
  await stop();
});
