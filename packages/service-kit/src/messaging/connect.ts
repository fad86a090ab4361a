import type { EventEnvelope } from '@stagereel/contracts';
import type { ChannelModel } from 'amqplib';
import type { Logger } from '../telemetry/logger.ts';
import { inSpan } from '../telemetry/tracing.ts';
import { CONNECT_MS, rotatingAddress } from './broker-addresses.ts';
import { type BrokerConnection, type QueueCounts, setUpConnection } from './broker-connection.ts';
import type { Consumer } from './consumer.ts';
import { isRecorded, recentQueueName } from './recent-events.ts';
import { exchangeName, hasSubscribers } from './topology.ts';

export type MessagingConfig = { RABBITMQ_URL: string; NAMESPACE: string };

export type Messaging = {
  /** Resolves once the broker has stored the event in every subscribed queue. Rejects while there is no connection, or one of them is missing. */
  publish: (event: EventEnvelope) => Promise<void>;
  /** Starts to consume; continues by itself after every reconnect. */
  consume: (consumers: readonly Consumer[]) => Promise<void>;
  /** Throws unless the broker responds now. */
  ping: () => Promise<void>;
  /** The messages in the queues that this process consumes. */
  countMessages: () => Promise<QueueCounts[]>;
  /** Stops consuming, waits for running handlers, returns other messages to their queues, disconnects. */
  stop: () => Promise<void>;
};

type ConnectOptions = {
  config: MessagingConfig;
  logger: Logger;
  /** Whose queues are declared even if the broker allows no others. */
  service?: string;
};

/** Connects to RabbitMQ and reconnects by itself, to the next address if there are several. Every connection declares the topology (exchange, queues, bindings). */
export const connectMessaging = async ({ config, logger, service }: ConnectOptions): Promise<Messaging> => {
  const namespace = config.NAMESPACE;
  const consumers: Consumer[] = [];
  let current: BrokerConnection | undefined;

  const setUp = async (model: ChannelModel): Promise<void> => {
    // amqplib adds its own listener only after setup. An error event without a listener would end the process; pending calls reject anyway.
    model.on('error', () => undefined);
    const next = await setUpConnection({ model, namespace, service, logger });
    for (const consumer of consumers) await next.consume(consumer);
    current = next;
  };

  const { address, takeNext } = rotatingAddress(config.RABBITMQ_URL);
  // Imported here, so that a service without messaging does not load the driver.
  const { connect } = await import('amqplib');
  const recovering = await connect(address, {
    timeout: CONNECT_MS,
    // The first attempt may fail, too, so the listeners come before it.
    recovery: { initialDelay: 100, maxDelay: 5000, initialMaxRetries: 20, setup: setUp, waitForConnect: false },
  });
  recovering.on('error', (err) => logger.warn({ err }, 'RabbitMQ connection error'));
  recovering.on('disconnect', (err) => {
    current = undefined;
    logger.warn({ err, host: address.hostname }, 'RabbitMQ disconnected');
    takeNext();
  });
  recovering.on('connect-failed', (err) => {
    logger.warn({ err, host: address.hostname }, 'RabbitMQ connection failed');
    takeNext();
  });
  recovering.on('connect', () => logger.info({ host: address.hostname }, 'RabbitMQ connected'));
  await recovering.waitForConnect();

  const connected = (): BrokerConnection => {
    if (!current) throw new Error('RabbitMQ is not connected');
    return current;
  };

  return {
    publish: (event) => {
      const { id: messageId, type, correlationId, traceparent: parent } = event;
      const publishSpan = { name: `publish ${type}`, kind: 'PRODUCER', parent } as const;
      return inSpan(publishSpan, async (span) => {
        const connection = connected();
        // The consumers continue where the relay published.
        const content = Buffer.from(JSON.stringify(span ? { ...event, traceparent: span.traceparent } : event));
        const options = { messageId, correlationId, type };
        await Promise.all([
          connection.publish({
            exchange: exchangeName(namespace),
            routingKey: type,
            content,
            options: { ...options, mandatory: hasSubscribers(type) },
          }),
          isRecorded(type) && connection.publish({ exchange: '', routingKey: recentQueueName(namespace), content, options }),
        ]);
      });
    },
    consume: async (added) => {
      const connection = connected();
      consumers.push(...added);
      for (const consumer of added) await connection.consume(consumer);
    },
    ping: async () => connected().ping(),
    countMessages: async () => connected().countMessages(),
    stop: async () => {
      await current?.drain();
      await recovering.close();
    },
  };
};
