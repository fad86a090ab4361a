import type { ConfirmChannel, GetMessage } from 'amqplib';
import { connectToAny } from './broker-addresses.ts';
import { createConfirmedPublish } from './confirmed-publish.ts';
import { findQueues } from './declare-topology.ts';
import { deadQueueName } from './topology.ts';

export type DeadLetter = {
  queue: string;
  messageId: string;
  type: string;
  error: string;
  /** Empty if unknown. */
  failedAt: string;
  attempts: number;
  content: string;
};

type Options = { url: string; namespace: string };

const validDate = (value: unknown): Date | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

const occurredAtOf = ({ content }: GetMessage): unknown => {
  try {
    return JSON.parse(content.toString('utf8'))?.occurredAt;
  } catch {
    return undefined;
  }
};

/** A letter that the broker moved has no header of ours, but the broker's. Undefined for a message that is no event at all. */
const failedAtOf = (message: GetMessage): Date | undefined => {
  const { headers } = message.properties;
  const movedSeconds: unknown = headers?.['x-death']?.[0]?.time?.value;
  return (
    validDate(headers?.['x-failed-at']) ??
    validDate(typeof movedSeconds === 'number' ? movedSeconds * 1000 : undefined) ??
    validDate(occurredAtOf(message))
  );
};

const describe = ({ queue, message }: { queue: string; message: GetMessage }): DeadLetter => ({
  queue,
  messageId: String(message.properties.messageId ?? ''),
  type: String(message.properties.type ?? ''),
  error: String(message.properties.headers?.['x-error'] ?? 'dead-lettered by the broker'),
  failedAt: failedAtOf(message)?.toISOString() ?? '',
  attempts: Number(message.properties.headers?.['x-attempt'] ?? 0),
  content: message.content.toString('utf8'),
});

/** The names of all queues that exist. */
type Opened = { channel: ConfirmChannel; queues: string[] };

const withChannel = async <Result>({ url, namespace }: Options, run: (opened: Opened) => Promise<Result>): Promise<Result> => {
  const connection = await connectToAny(url);
  try {
    const queues = await findQueues({ model: connection, namespace });
    return await run({ channel: await connection.createConfirmChannel(), queues });
  } finally {
    await connection.close();
  }
};

type Taken = { channel: ConfirmChannel; queue: string; messages: Iterable<GetMessage> };

/**
 * Returns messages to their queue, so that the next reader finds them at once. Waits for a response of the queue: RabbitMQ loses
 * acknowledgements that a connection sends directly before it closes.
 */
const returnTaken = async ({ channel, queue, messages }: Taken): Promise<void> => {
  for (const message of messages) channel.nack(message, false, true);
  await channel.checkQueue(queue);
};

/** Gets only as many messages as are in the queue now. A replayed message that fails at once returns to the queue; reading until the queue is empty
 * would never end. */
const takeAll = async ({ channel, queue }: { channel: ConfirmChannel; queue: string }): Promise<GetMessage[]> => {
  const { messageCount } = await channel.checkQueue(queue);
  const taken: GetMessage[] = [];
  for (let count = 0; count < messageCount; count += 1) {
    const message = await channel.get(queue);
    if (!message) break;
    taken.push(message);
  }
  return taken;
};

/** Lists the dead letters of all queues. They stay there: they are returned, or return by themselves when the connection breaks. */
export const listDeadLetters = (options: Options): Promise<DeadLetter[]> =>
  withChannel(options, async ({ channel, queues }) => {
    const letters: DeadLetter[] = [];
    for (const name of queues) {
      const queue = deadQueueName(name);
      const messages = await takeAll({ channel, queue });
      for (const message of messages) letters.push(describe({ queue: name, message }));
      if (messages.length > 0) await returnTaken({ channel, queue, messages });
    }
    return letters;
  });

type Replay = Options & {
  /** Unset: all. One event can be in the dead letters of several queues. */
  messageId?: string;
  queue?: string;
  /** Called before a letter is moved; when it throws, the letter stays. */
  beforeMove?: (letter: DeadLetter) => Promise<void>;
};

/** Moves dead letters back to their original queue with the attempt count reset. Returns how many. */
export const replayDeadLetters = ({ messageId, queue, beforeMove, ...options }: Replay): Promise<number> =>
  withChannel(options, async ({ channel, queues }) => {
    const publish = createConfirmedPublish(channel);
    let replayed = 0;
    for (const name of queues) {
      if (queue !== undefined && queue !== name) continue;
      const deadQueue = deadQueueName(name);
      const kept = new Set(await takeAll({ channel, queue: deadQueue }));
      if (kept.size === 0) continue;
      for (const message of kept) {
        if (messageId !== undefined && message.properties.messageId !== messageId) continue;
        await beforeMove?.(describe({ queue: name, message }));
        const { content, properties } = message;
        const id = String(properties.messageId ?? '');
        await publish({
          exchange: '',
          routingKey: name,
          content,
          options: { messageId: id, type: String(properties.type ?? ''), mandatory: true },
        });
        channel.ack(message);
        kept.delete(message);
        replayed += 1;
      }
      await returnTaken({ channel, queue: deadQueue, messages: kept });
    }
    return replayed;
  });

type Removal = Options & { failedBefore: Date; now: Date };

/**
 * Deletes the dead letters that failed before a time. The queues have no time limit of their own, because RabbitMQ refuses other arguments for a
 * queue that exists. A younger letter is read and returned, so a crash at any step loses none: the broker gives it back to the queue. A letter is
 * read by one replica at a time. A letter of unknown age is replaced by a copy that names the current time.
 * @returns how many were deleted
 */
export const removeOldDeadLetters = ({ failedBefore, now, ...options }: Removal): Promise<number> =>
  withChannel(options, async ({ channel, queues }) => {
    const publish = createConfirmedPublish(channel);
    let removed = 0;
    for (const name of queues) {
      const queue = deadQueueName(name);
      const kept = new Set(await takeAll({ channel, queue }));
      if (kept.size === 0) continue;
      for (const message of kept) {
        const failedAt = failedAtOf(message);
        if (failedAt && failedAt >= failedBefore) continue;
        if (!failedAt) {
          const { content, properties } = message;
          const headers = { ...properties.headers, 'x-failed-at': now.toISOString() };
          const identity = { messageId: String(properties.messageId ?? ''), type: String(properties.type ?? '') };
          await publish({ exchange: '', routingKey: queue, content, options: { ...identity, headers, mandatory: true } });
        }
        channel.ack(message);
        kept.delete(message);
        if (failedAt) removed += 1;
      }
      await returnTaken({ channel, queue, messages: kept });
    }
    return removed;
  });
