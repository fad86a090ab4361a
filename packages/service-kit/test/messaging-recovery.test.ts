import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, mailSent } from '@stagereel/contracts';
import { type ChannelModel, connect } from 'amqplib';
import { connectMessaging, createLogger, defineConsumers, listDeadLetters, type Messaging, on } from '../src/index.ts';
import { type EventProbe, startEventProbe, startTcpProxy, testBacking, waitUntil } from '../src/testing/index.ts';
import { sent } from './support/events.ts';

const backing = testBacking({ queues: 'quorum' });
const logger = createLogger({ service: 'test', level: backing.LOG_LEVEL });
const queue = `${backing.NAMESPACE}.orders.mails`;

let probe: EventProbe;
let operator: ChannelModel;
const open: Messaging[] = [];
const proxies: Server[] = [];

const listen = async (url = backing.RABBITMQ_URL): Promise<{ messaging: Messaging; got: EventEnvelope[] }> => {
  const messaging = await connectMessaging({ config: { ...backing, RABBITMQ_URL: url }, logger });
  open.push(messaging);
  const got: EventEnvelope[] = [];
  const handle = async (event: EventEnvelope): Promise<void> => void got.push(event);
  const handlers = [on(mailSent, handle), { type: 'mail.failed', handle }];
  const queues = {
    mails: { handlers },
    customers: { handlers: [{ type: 'user.deleted', handle }] },
    erasures: { handlers: [{ type: 'personal-data.erase-requested', handle }] },
  };
  await messaging.consume(defineConsumers({ service: 'orders', retryDelaysMs: [20], queues }));
  return { messaging, got };
};

/** Publishes as the outbox relay does: repeatedly, until the broker confirms. */
const publishAtLast = (messaging: Messaging, event: EventEnvelope): Promise<boolean> =>
  waitUntil(() =>
    messaging.publish(event).then(
      () => true,
      () => false,
    ),
  );

/** A proxy to the broker that breaks the connection once, as soon as a client declares the exchange. */
const breakingProxy = async (): Promise<{ url: string; breaks: () => number }> => {
  const DECLARE_EXCHANGE = Buffer.from([0, 40, 0, 10]);
  const broker = new URL(backing.RABBITMQ_URL);
  let breaks = 0;
  const proxy = createServer((client) => {
    const upstream = dial(Number(broker.port), broker.hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (data) => {
      if (breaks === 0 && data.includes(DECLARE_EXCHANGE)) {
        breaks += 1;
        return end();
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => client.write(data));
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(backing.RABBITMQ_URL);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, breaks: () => breaks };
};

beforeAll(async () => {
  probe = await startEventProbe(backing);
  operator = await connect(backing.RABBITMQ_URL);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(async () => {
  await operator?.close();
  await probe?.stop();
});

describe('while the connection is open', () => {
  test('when the broker closes the publish channel, then the channel is opened again and events are published', async () => {
    const { messaging, got } = await listen();
    const channel = await operator.createChannel();
    await channel.deleteExchange(`${backing.NAMESPACE}.events`);
    // The broker closes a channel that publishes to an exchange that does not exist.
    await expect(messaging.publish(sent('lost'))).rejects.toThrow('channel closed');

    const event = sent('found');
    await publishAtLast(messaging, event);
    await waitUntil(() => got.some(({ id }) => id === event.id));
    await expect(messaging.ping()).resolves.toBeUndefined();
    await channel.close();
  });

  test('when the queue of a running consumer is deleted, then the queue is declared and consumed again', async () => {
    const { messaging, got } = await listen();
    const channel = await operator.createChannel();
    await channel.deleteQueue(queue);

    const event = sent('after');
    await publishAtLast(messaging, event);
    await waitUntil(() => got.some(({ id }) => id === event.id));
    await waitUntil(async () => (await channel.checkQueue(queue)).consumerCount === 1);
    await channel.close();
  });

  test('when the exchange is missing, then the ping reports it and the connection stays open', async () => {
    const { messaging, got } = await listen();
    const channel = await operator.createChannel();
    await channel.deleteExchange(`${backing.NAMESPACE}.events`);
    await expect(messaging.ping()).rejects.toThrow('no exchange');

    // Directly to the queue, so that the same consumer as before receives it.
    const event = sent('directly');
    channel.sendToQueue(queue, Buffer.from(JSON.stringify(event)), { messageId: event.id, type: event.type });
    await waitUntil(() => got.some(({ id }) => id === event.id));
    expect(got.filter(({ id }) => id === event.id)).toHaveLength(1);
    await channel.close();
  });
});

test('when the connection breaks during its set-up, then the process keeps running and connects again', async () => {
  const { url, breaks } = await breakingProxy();
  const { messaging, got } = await listen(url);
  expect(breaks()).toBe(1);
  const event = sent('through');
  await publishAtLast(messaging, event);
  await waitUntil(() => got.some(({ id }) => id === event.id));
});

test('when brokers with several addresses stop one after the other, then the process continues with the one that responds', async () => {
  const [first, second] = [await startTcpProxy(backing.RABBITMQ_URL), await startTcpProxy(backing.RABBITMQ_URL)];
  const DEAD = 'amqp://127.0.0.1:1';
  const { messaging, got } = await listen([DEAD, first.url, second.url].join());
  const passes = async (id: string): Promise<void> => {
    const event = sent(id);
    await publishAtLast(messaging, event);
    await waitUntil(() => got.some((each) => each.id === event.id));
    await expect(messaging.ping()).resolves.toBeUndefined();
  };
  try {
    await passes('first');
    await first.cut();
    await passes('second');
    await first.restore();
    await second.cut();
    await passes('first-again');
    const namespace = backing.NAMESPACE;
    expect(await listDeadLetters({ url: [DEAD, second.url, first.url].join(), namespace })).toEqual([]);
    await expect(listDeadLetters({ url: [DEAD, second.url].join(), namespace })).rejects.toThrow('ECONNREFUSED');
  } finally {
    await messaging.stop();
    await Promise.all([first.stop(), second.stop()]);
  }
});
