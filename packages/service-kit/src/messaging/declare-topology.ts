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

const isDeclared = ({ model, name }: { model: ChannelModel; name: string }): Promise<boolean> =>
  succeeds(model, NOT_FOUND, async (channel) => {
    await channel.checkQueue(name);
    await channel.checkQueue(deadQueueName(name));
  });

/** The names of the queues that exist. RabbitMQ needs no right for the check. */
export const findQueues = async ({ model, namespace }: { model: ChannelModel; namespace: string }): Promise<string[]> => {
  const names: string[] = [];
  for (const { name } of allQueues(namespace)) if (await isDeclared({ model, name })) names.push(name);
  return names;
};

type Input = {
  model: ChannelModel;
  namespace: string;
  /** The service whose queues must be declared. */
  service?: string | undefined;
  /** Is set when the broker has refused to declare a queue of another service, so that it is asked only once. */
  rights: { isLimited: boolean };
};

/**
 * Declares the exchange, and the queues and bindings of all services, so that the services can start in any order. Where each service has a user with
 * rights on its own names only (ADR 47), it declares only its own.
 * @returns the queues that do not exist yet
 */
export const declareTopology = async ({ model, namespace, service, rights }: Input): Promise<Queue[]> => {
  const exchange = exchangeName(namespace);
  if (!(await succeeds(model, NOT_FOUND, (channel) => channel.checkExchange(exchange)))) {
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    await channel.assertExchange(exchange, 'topic', { durable: true });
    await channel.close();
  }
  const declare = (queue: Queue) => succeeds(model, ACCESS_REFUSED, (channel) => declareQueue({ channel, namespace, ...queue }));
  const queues = allQueues(namespace);
  for (const own of queues.filter((queue) => queue.service === service)) {
    if (!(await declare(own))) throw new Error(`The broker does not allow ${service} to declare ${own.name}`);
  }
  const missing: Queue[] = [];
  for (const other of queues.filter((queue) => queue.service !== service)) {
    rights.isLimited ||= !(await declare(other));
    if (rights.isLimited && !(await isDeclared({ model, name: other.name }))) missing.push(other);
  }
  return missing;
};
