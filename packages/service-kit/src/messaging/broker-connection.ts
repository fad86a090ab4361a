import type { ChannelModel } from 'amqplib';
import type { Logger } from '../telemetry/logger.ts';
import { type ConfirmedPublish, createConfirmedPublish } from './confirmed-publish.ts';
import { type Consumer, type RunningConsumer, startConsumer } from './consumer.ts';
import { declareTopology } from './declare-topology.ts';
import { type OpenResource, reopenOnLoss } from './reopen-on-loss.ts';
import { deadQueueName, exchangeName, type Queue, queueName, retryQueueName } from './topology.ts';

export type QueueCounts = { queue: string; waiting: number; retrying: number; dead: number };

/** Everything that uses one connection. It ends with the connection; the next connection gets a new one. */
export type BrokerConnection = {
  publish: ConfirmedPublish;
  /** Consumes until the connection ends; restarts when the broker ends only the consumer. */
  consume: (consumer: Consumer) => Promise<void>;
  /** Throws unless the broker responds now. */
  ping: () => Promise<void>;
  /** The messages of each queue that wait to be consumed, to be retried, or for an operator. */
  countMessages: () => Promise<QueueCounts[]>;
  /** Stops all consumers: running handlers finish, other messages return to their queues. */
  drain: () => Promise<void>;
};

type ConnectionOptions = { model: ChannelModel; namespace: string; service?: string | undefined; logger: Logger };

/** Declares the topology and opens the channel to publish on. */
export const setUpConnection = async ({ model, namespace, service, logger }: ConnectionOptions): Promise<BrokerConnection> => {
  const running = new Map<Consumer, RunningConsumer>();
  let isClosed = false;
  let publish: ConfirmedPublish = () => Promise.reject(new Error('The publish channel is not open'));
  model.once('close', () => {
    isClosed = true;
  });

  const rights = { isLimited: false };
  let missing: Queue[] = [];
  const declareAll = async (): Promise<void> => {
    missing = await declareTopology({ model, namespace, service, rights });
  };
  const missingFor = (type: string): Queue | undefined => missing.find(({ types }) => types.includes(type));
  /** An event without one of its queues would never reach that consumer. */
  const requireQueues = async (type: string): Promise<void> => {
    if (missingFor(type)) await declareAll();
    const queue = missingFor(type);
    if (queue) throw new Error(`${queue.service} has not declared ${queue.name} yet`);
  };
  const keepOpen = (resource: string, open: () => Promise<OpenResource>): Promise<void> =>
    reopenOnLoss({ resource, open, repair: declareAll, isConnectionClosed: () => isClosed, logger });

  const openPublisher = async (): Promise<OpenResource> => {
    const channel = await model.createConfirmChannel();
    channel.on('error', (err) => logger.error({ err }, 'Publish channel failed'));
    publish = createConfirmedPublish(channel);
    return { lost: new Promise((resolve) => channel.once('close', () => resolve('channel closed'))) };
  };
  const openConsumer = async (consumer: Consumer): Promise<OpenResource> => {
    const started = await startConsumer({ model, namespace, consumer, logger });
    running.set(consumer, started);
    return started;
  };

  await declareAll();
  await keepOpen('publisher', openPublisher);
  return {
    publish: async (message) => {
      await requireQueues(message.routingKey);
      await publish(message);
    },
    consume: (consumer) => keepOpen(`consumer of ${consumer.queue}`, () => openConsumer(consumer)),
    ping: async () => {
      const channel = await model.createChannel();
      // checkExchange itself rejects. Without a listener the same error would close the whole connection.
      channel.on('error', () => undefined);
      await channel.checkExchange(exchangeName(namespace));
      await channel.close();
    },
    countMessages: async () => {
      const channel = await model.createChannel();
      channel.on('error', () => undefined);
      const count = async (name: string): Promise<number> => (await channel.checkQueue(name)).messageCount;
      const counts: QueueCounts[] = [];
      for (const { service, queue, retryDelaysMs } of running.keys()) {
        const name = queueName({ namespace, service, queue });
        let retrying = 0;
        for (const delayMs of new Set(retryDelaysMs)) retrying += await count(retryQueueName({ queue: name, delayMs }));
        counts.push({ queue: `${service}.${queue}`, waiting: await count(name), retrying, dead: await count(deadQueueName(name)) });
      }
      await channel.close();
      return counts;
    },
    drain: async () => {
      isClosed = true;
      await Promise.all([...running.values()].map((consumer) => consumer.drain()));
    },
  };
};
