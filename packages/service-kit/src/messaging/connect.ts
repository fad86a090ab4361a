import type { EventEnvelope } from '@stagereel/contracts';
import { type ChannelModel, connect } from 'amqplib';
import type { Logger } from '../logger.ts';
import type { Consumer } from './consumer.ts';
import { exchangeName, hasSubscribers } from './topology.ts';
import { openWire, type Wire } from './wire.ts';

type MessagingConfig = { RABBITMQ_URL: string; EVENT_NAMESPACE: string };

export type Messaging = {
  /** Resolves once the broker has the event in every queue that wants it. Rejects while there is no connection. */
  publish: (event: EventEnvelope) => Promise<void>;
  /** Starts listening; again by itself after every reconnect. */
  consume: (consumers: readonly Consumer[]) => Promise<void>;
  /** Throws unless the broker answers now. */
  ping: () => Promise<void>;
  /** Takes no more messages, lets those at work finish, gives the rest back, closes. */
  stop: () => Promise<void>;
};

const HEARTBEAT_SECONDS = '15';

const withHeartbeat = (address: string): string => {
  const url = new URL(address);
  url.searchParams.set('heartbeat', HEARTBEAT_SECONDS);
  return url.href;
};

/** Connects to RabbitMQ and stays connected; what stands on the broker is declared on every connection. */
export const connectMessaging = async ({ config, logger }: { config: MessagingConfig; logger: Logger }): Promise<Messaging> => {
  const namespace = config.EVENT_NAMESPACE;
  const consumers: Consumer[] = [];
  let wire: Wire | undefined;

  const setUp = async (model: ChannelModel): Promise<void> => {
    // Until it is set up nobody else listens, and an error without a listener would end the process; what waits for a reply hears of it anyway.
    model.on('error', () => undefined);
    const next = await openWire({ model, namespace, logger });
    for (const consumer of consumers) await next.listen(consumer);
    wire = next;
  };

  const recovering = await connect(withHeartbeat(config.RABBITMQ_URL), {
    recovery: { initialDelay: 100, maxDelay: 5000, initialMaxRetries: 20, setup: setUp },
  });
  recovering.on('error', (err) => logger.warn({ err }, 'broker connection error'));
  recovering.on('disconnect', (err) => {
    wire = undefined;
    logger.warn({ err }, 'broker disconnected');
  });
  recovering.on('connect-failed', (err) => logger.warn({ err }, 'broker not reached'));
  recovering.on('connect', () => logger.info('broker connected'));

  const connected = (): Wire => {
    if (!wire) throw new Error('the broker is not connected');
    return wire;
  };

  return {
    publish: async (event) => {
      await connected().publish({
        exchange: exchangeName(namespace),
        routingKey: event.type,
        content: Buffer.from(JSON.stringify(event)),
        options: { messageId: event.id, correlationId: event.correlationId, type: event.type, mandatory: hasSubscribers(event.type) },
      });
    },
    consume: async (added) => {
      const { listen } = connected();
      consumers.push(...added);
      for (const consumer of added) await listen(consumer);
    },
    ping: async () => connected().ping(),
    stop: async () => {
      await wire?.drain();
      await recovering.close();
    },
  };
};
