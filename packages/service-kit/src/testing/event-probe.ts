import type { EventEnvelope } from '@stagereel/contracts';
import { type ChannelModel, connect } from 'amqplib';
import { declareTopology } from '../messaging/declare-topology.ts';
import { allQueues, deadQueueName, exchangeName } from '../messaging/topology.ts';
import type { TestBacking } from './backing.ts';
import { waitUntil } from './wait-until.ts';

/** Undefined for the broken messages that tests send on purpose. */
const parse = (content: string): EventEnvelope | undefined => {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
};

/** A listener on the real broker: sees every event of the namespace, publishes any, and counts dead letters. */
export const startEventProbe = async ({ RABBITMQ_URL, NAMESPACE: namespace }: Pick<TestBacking, 'RABBITMQ_URL' | 'NAMESPACE'>) => {
  const connection: ChannelModel = await connect(RABBITMQ_URL);
  await declareTopology({ model: connection, namespace, rights: { isLimited: false } });
  const channel = await connection.createConfirmChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  await channel.bindQueue(queue, exchangeName(namespace), '#');
  const events: EventEnvelope[] = [];
  await channel.consume(
    queue,
    (message) => {
      const event = message && parse(message.content.toString('utf8'));
      if (event) events.push(event);
    },
    { noAck: true },
  );

  const publishRaw = (type: string, content: string, messageId = 'raw') =>
    new Promise<void>((resolve, reject) => {
      channel.publish(exchangeName(namespace), type, Buffer.from(content), { persistent: true, messageId, type }, (error) =>
        error ? reject(error) : resolve(),
      );
    });

  return {
    events,
    ofType: (type: string) => events.filter((event) => event.type === type),
    waitFor: (type: string, matches: (event: EventEnvelope) => boolean = () => true, timeoutMs?: number) =>
      waitUntil(() => events.find((event) => event.type === type && matches(event)), {
        what: `event ${type}`,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    publish: (event: EventEnvelope) => publishRaw(event.type, JSON.stringify(event), event.id),
    publishRaw,
    /** Messages in the dead letters of `service.queue`. */
    deadLetters: async (name: string) => (await channel.checkQueue(deadQueueName(`${namespace}.${name}`))).messageCount,
    /** Messages waiting in `service.queue`. */
    waiting: async (name: string) => (await channel.checkQueue(`${namespace}.${name}`)).messageCount,
    /** Removes the namespace's queues, so that a long test run does not fill the broker, and disconnects. */
    stop: async () => {
      for (const { name } of allQueues(namespace)) {
        await channel.deleteQueue(name);
        await channel.deleteQueue(deadQueueName(name));
      }
      await channel.deleteExchange(exchangeName(namespace));
      await connection.close();
    },
  };
};
export type EventProbe = Awaited<ReturnType<typeof startEventProbe>>;
