import { type EventEnvelope, eventCatalogue, eventEnvelopeSchema, RECENT_EVENT_SECONDS } from '@stagereel/contracts';
import type { Channel } from 'amqplib';
import { connectToAny } from './broker-addresses.ts';
import { allQueues } from './topology.ts';

/**
 * A queue of the events that were published recently, for backups: a published event is in no document any more, so after a restore it must be
 * published again. Only the backup declares the queue. Until its first run, the broker drops what is sent to it.
 */
export const recentQueueName = (namespace: string): string => `${namespace}.recent`;

const SECRET_TYPES: ReadonlySet<string> = new Set(eventCatalogue.filter(({ secret }) => secret).map(({ type }) => type));

/** Codes and links are not recorded: after a restore they have expired. */
export const isRecorded = (type: string): boolean => !SECRET_TYPES.has(type);

/** As many bytes as some 100,000 events. The oldest ones are dropped first. */
const MAX_BYTES = 256 * 1024 * 1024;

const recentQueue = {
  durable: true,
  arguments: {
    'x-queue-type': 'quorum',
    'x-message-ttl': RECENT_EVENT_SECONDS * 1000,
    'x-max-length-bytes': MAX_BYTES,
    // Each backup reads all messages and returns them, which counts as a delivery.
    'x-delivery-limit': 1_000_000_000,
  },
};

type Broker = { url: string; namespace: string };

const withChannel = async <Result>(url: string, run: (channel: Channel) => Promise<Result>): Promise<Result> => {
  const connection = await connectToAny(url);
  // An error event without a listener would end the process; pending calls reject anyway.
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    return await run(channel);
  } finally {
    await connection.close().catch(() => undefined);
  }
};

/** Undefined if the queue does not exist. */
const findQueue = ({ url, queue }: { url: string; queue: string }) =>
  withChannel(url, async (channel) => {
    try {
      return await channel.checkQueue(queue);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 404) return undefined;
      throw error;
    }
  });

/** From now on events are recorded. @returns whether they were recorded before */
export const recordEvents = async ({ url, namespace }: Broker): Promise<boolean> => {
  const queue = recentQueueName(namespace);
  const isKnown = (await findQueue({ url, queue })) !== undefined;
  if (!isKnown) await withChannel(url, (channel) => channel.assertQueue(queue, recentQueue));
  return isKnown;
};

/** The recorded events, oldest first. They stay in the queue. @throws if another process has taken some of them */
export const readRecentEvents = ({ url, namespace }: Broker): Promise<EventEnvelope[]> =>
  withChannel(url, async (channel) => {
    const queue = recentQueueName(namespace);
    const events: EventEnvelope[] = [];
    const { messageCount } = await channel.checkQueue(queue);
    for (let count = 0; count < messageCount; count += 1) {
      const message = await channel.get(queue);
      if (!message) break;
      events.push(eventEnvelopeSchema.parse(JSON.parse(message.content.toString('utf8'))));
    }
    if (events.length < messageCount)
      throw new Error(
        `${queue} has ${messageCount} events, of which ${events.length} could be read. Run one backup at a time, and run this one again.`,
      );
    channel.nackAll(true);
    // RabbitMQ loses what a connection sends directly before it closes.
    await channel.checkQueue(queue);
    return events.sort((a, b) => a.occurredAt.localeCompare(b.occurredAt));
  });

/** The queues that a process consumes now: the shop is running. */
export const listConsumedQueues = async ({ url, namespace }: Broker): Promise<string[]> => {
  const consumed: string[] = [];
  for (const { name } of allQueues(namespace)) if ((await findQueue({ url, queue: name }))?.consumerCount) consumed.push(name);
  return consumed;
};
