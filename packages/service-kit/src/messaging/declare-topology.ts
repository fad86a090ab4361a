import type { Channel, ChannelModel } from 'amqplib';
import { allQueues, deadQueueName, declareQueue, exchangeName, type Queue } from './topology.ts';

const ACCESS_REFUSED = 403;
const NOT_FOUND = 404;

/** Runs on a channel of its own, because the broker closes a channel after an error. Resolves with false if the error has this code. */
const succeeds = async (model: ChannelModel, failure: number, run: (channel: Channel) => Promise<unknown>): Promise<boolean> => {
  const channel = await model.createChannel();
  // The call itself rejects. Without a listener the same error would close the whole connection.
  channel.on('error', () => undefined);
  try {
    await run(channel);
    await channel.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === failure) return false;
    throw error;
  }
};

type Input = {
  model: ChannelModel;
  namespace: string;
  /** The service whose queues and bindings are declared in any case. */
  service?: string | undefined;
};

/**
 * Declares the exchange, the service's own queues and those of other services that do not exist yet, so that the services can start in any order.
 * Where each service has a user with rights on its own names only (ADR 47), the broker refuses the latter.
 * @returns the queues that do not exist yet
 */
export const declareTopology = async ({ model, namespace, service }: Input): Promise<Queue[]> => {
  const exchange = exchangeName(namespace);
  if (!(await succeeds(model, NOT_FOUND, (channel) => channel.checkExchange(exchange)))) {
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    await channel.assertExchange(exchange, 'topic', { durable: true });
    await channel.close();
  }
  const declare = (queue: Queue) => succeeds(model, ACCESS_REFUSED, (channel) => declareQueue({ channel, namespace, ...queue }));
  const exists = ({ name }: Queue) => succeeds(model, NOT_FOUND, (channel) => channel.checkQueue(deadQueueName(name)));

  const queues = allQueues(namespace);
  for (const own of queues.filter((queue) => queue.service === service)) {
    if (!(await declare(own))) throw new Error(`The broker does not allow ${service} to declare ${own.name}`);
  }
  const missing: Queue[] = [];
  // Whoever may declare one of them may declare all.
  let isAllowed = false;
  for (const other of queues.filter((queue) => queue.service !== service)) {
    if (!isAllowed && (await exists(other))) continue;
    isAllowed = await declare(other);
    if (!isAllowed) missing.push(other);
  }
  return missing;
};
