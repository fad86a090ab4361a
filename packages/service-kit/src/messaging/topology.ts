import { type Subscriptions, subscriptions } from '@stagereel/contracts';
import type { Channel, ConfirmChannel } from 'amqplib';

/** Names of the exchange and queues of one namespace. */
export const exchangeName = (namespace: string): string => `${namespace}.events`;
export const queueName = ({ namespace, service, queue }: { namespace: string; service: string; queue: string }): string =>
  `${namespace}.${service}.${queue}`;
export const deadQueueName = (queue: string): string => `${queue}.dead`;
export const retryQueueName = ({ queue, delayMs }: { queue: string; delayMs: number }): string => `${queue}.retry.${delayMs}ms`;

/** The broker dead-letters a message that crashes its consumer after this many deliveries. */
const DELIVERY_LIMIT = 20;
/**
 * Listing dead letters gets and requeues them, which counts as a delivery. Since RabbitMQ 4.0 a quorum queue without an explicit limit drops a
 * message after 20 deliveries: https://www.rabbitmq.com/docs/quorum-queues#poison-message-handling
 */
const NO_DELIVERY_LIMIT = 1_000_000_000;

const safeDeadLettering = (target: string) => ({
  'x-dead-letter-exchange': '',
  'x-dead-letter-routing-key': target,
  // At-least-once dead-lettering needs reject-publish: https://www.rabbitmq.com/docs/quorum-queues#activating-at-least-once-dead-lettering
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
});

export const allQueues = (namespace: string, table: Subscriptions = subscriptions): { name: string; types: readonly string[] }[] =>
  Object.entries(table).flatMap(([service, queues]) =>
    Object.entries(queues).map(([queue, types]) => ({ name: queueName({ namespace, service, queue }), types })),
  );

export const hasSubscribers = (type: string, table: Subscriptions = subscriptions): boolean =>
  Object.values(table).some((queues) => Object.values(queues).some((types) => types.includes(type)));

/** Declares the exchange and the queues and bindings of all services, so that the services can start in any order. */
export const declareTopology = async ({ channel, namespace }: { channel: Channel | ConfirmChannel; namespace: string }): Promise<void> => {
  const exchange = exchangeName(namespace);
  await channel.assertExchange(exchange, 'topic', { durable: true });
  for (const { name, types } of allQueues(namespace)) {
    const dead = deadQueueName(name);
    await channel.assertQueue(dead, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': NO_DELIVERY_LIMIT },
    });
    await channel.assertQueue(name, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-delivery-limit': DELIVERY_LIMIT, ...safeDeadLettering(dead) },
    });
    for (const type of types) await channel.bindQueue(name, exchange, type);
  }
};

/** Declares the retry queues of one queue: messages wait there for the delay, and then return to it. */
export const declareRetryQueues = async (options: { channel: Channel; queue: string; delaysMs: readonly number[] }): Promise<void> => {
  const { channel, queue, delaysMs } = options;
  for (const delayMs of delaysMs) {
    await channel.assertQueue(retryQueueName({ queue, delayMs }), {
      durable: true,
      arguments: { 'x-queue-type': 'quorum', 'x-message-ttl': delayMs, ...safeDeadLettering(queue) },
    });
  }
};
