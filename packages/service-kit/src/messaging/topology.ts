import { type Subscriptions, subscriptions } from '@stagereel/contracts';
import type { Channel, Options } from 'amqplib';

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

/** A queue, the service that consumes it, and the events that it receives. */
export type Queue = { service: string; name: string; types: readonly string[] };

export const allQueues = (namespace: string, table: Subscriptions = subscriptions): Queue[] =>
  Object.entries(table).flatMap(([service, queues]) =>
    Object.entries(queues).map(([queue, types]) => ({ service, name: queueName({ namespace, service, queue }), types })),
  );

export const hasSubscribers = (type: string, table: Subscriptions = subscriptions): boolean =>
  Object.values(table).some((queues) => Object.values(queues).some((types) => types.includes(type)));

/** Queues of a namespace with this prefix are not replicated and end by themselves: for tests, whose many namespaces would keep the broker busy. */
export const TRANSIENT_PREFIX = 'transient-';
const TRANSIENT_KEPT_MS = 10 * 60_000;

type QueueOptions = { deliveryLimit?: number; deadLetterTo?: string; delayMs?: number };

/** A durable quorum queue, or in a transient namespace a classic one. */
const queueOptions = (name: string, { deliveryLimit, deadLetterTo, delayMs }: QueueOptions): Options.AssertQueue => {
  const delay = delayMs === undefined ? {} : { 'x-message-ttl': delayMs };
  const target = { 'x-dead-letter-exchange': '', 'x-dead-letter-routing-key': deadLetterTo };
  if (name.startsWith(TRANSIENT_PREFIX)) {
    // Durable, because RabbitMQ 4.3 refuses a shared queue that is not.
    return { durable: true, arguments: { 'x-expires': TRANSIENT_KEPT_MS, ...delay, ...(deadLetterTo && target) } };
  }
  return {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      ...(deliveryLimit !== undefined && { 'x-delivery-limit': deliveryLimit }),
      ...delay,
      // At-least-once dead-lettering needs reject-publish: https://www.rabbitmq.com/docs/quorum-queues#activating-at-least-once-dead-lettering
      ...(deadLetterTo && { ...target, 'x-dead-letter-strategy': 'at-least-once', 'x-overflow': 'reject-publish' }),
    },
  };
};

/** Declares a queue with its bindings and, last, its dead-letter queue. So whoever finds that one knows that the bindings exist, too. */
export const declareQueue = async ({ channel, namespace, name, types }: Queue & { channel: Channel; namespace: string }): Promise<void> => {
  const dead = deadQueueName(name);
  await channel.assertQueue(name, queueOptions(name, { deliveryLimit: DELIVERY_LIMIT, deadLetterTo: dead }));
  for (const type of types) await channel.bindQueue(name, exchangeName(namespace), type);
  await channel.assertQueue(dead, queueOptions(dead, { deliveryLimit: NO_DELIVERY_LIMIT }));
};

/** Declares the retry queues of one queue: messages wait there for the delay, and then return to it. */
export const declareRetryQueues = async (options: { channel: Channel; queue: string; delaysMs: readonly number[] }): Promise<void> => {
  const { channel, queue, delaysMs } = options;
  for (const delayMs of delaysMs) {
    const name = retryQueueName({ queue, delayMs });
    await channel.assertQueue(name, queueOptions(name, { delayMs, deadLetterTo: queue }));
  }
};
