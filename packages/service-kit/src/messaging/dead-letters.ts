import { type ConfirmChannel, connect, type GetMessage } from 'amqplib';
import { createConfirmedPublish } from './confirmed-publish.ts';
import { allQueues, deadQueueName, declareTopology } from './topology.ts';

export type DeadLetter = {
  queue: string;
  messageId: string;
  type: string;
  error: string;
  failedAt: string;
  attempts: number;
  content: string;
};

type Options = { url: string; namespace: string };

const describe = ({ queue, message }: { queue: string; message: GetMessage }): DeadLetter => ({
  queue,
  messageId: String(message.properties.messageId ?? ''),
  type: String(message.properties.type ?? ''),
  error: String(message.properties.headers?.['x-error'] ?? 'dead-lettered by the broker'),
  failedAt: String(message.properties.headers?.['x-failed-at'] ?? ''),
  attempts: Number(message.properties.headers?.['x-attempt'] ?? 0),
  content: message.content.toString('utf8'),
});

const withChannel = async <Result>({ url, namespace }: Options, run: (channel: ConfirmChannel) => Promise<Result>): Promise<Result> => {
  const connection = await connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    await declareTopology({ channel, namespace });
    return await run(channel);
  } finally {
    await connection.close();
  }
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

/** Lists the dead letters of all queues. They stay there: messages that are not acknowledged return to the queue when the connection closes. */
export const listDeadLetters = (options: Options): Promise<DeadLetter[]> =>
  withChannel(options, async (channel) => {
    const letters: DeadLetter[] = [];
    for (const { name } of allQueues(options.namespace)) {
      for (const message of await takeAll({ channel, queue: deadQueueName(name) })) letters.push(describe({ queue: name, message }));
    }
    return letters;
  });

/** Moves dead letters back to their original queue with the attempt count reset. Without `messageId`, all of them. Returns how many. */
export const replayDeadLetters = ({ messageId, ...options }: Options & { messageId?: string }): Promise<number> =>
  withChannel(options, async (channel) => {
    const publish = createConfirmedPublish(channel);
    let replayed = 0;
    for (const { name } of allQueues(options.namespace)) {
      for (const message of await takeAll({ channel, queue: deadQueueName(name) })) {
        if (messageId !== undefined && message.properties.messageId !== messageId) continue;
        const { content, properties } = message;
        const id = String(properties.messageId ?? '');
        await publish({
          exchange: '',
          routingKey: name,
          content,
          options: { messageId: id, type: String(properties.type ?? ''), mandatory: true },
        });
        channel.ack(message);
        replayed += 1;
      }
    }
    return replayed;
  });
