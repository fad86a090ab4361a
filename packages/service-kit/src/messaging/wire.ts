import type { ChannelModel } from 'amqplib';
import type { Logger } from '../logger.ts';
import { type ConfirmedPublish, createConfirmedPublish } from './confirmed-publish.ts';
import { type Consumer, type ConsumerRun, startConsumer } from './consumer.ts';
import { keepOpen, type OpenPart } from './keep-open.ts';
import { declareTopology, exchangeName } from './topology.ts';

/** All that goes over one connection: gone with it, made anew with the next. */
export type Wire = {
  publish: ConfirmedPublish;
  /** Listens until the connection ends, also when the broker ends the consumer alone. */
  listen: (consumer: Consumer) => Promise<void>;
  /** Throws unless the broker answers now. */
  ping: () => Promise<void>;
  /** Ends all listening: no more messages, those at work finish, the rest goes back. */
  drain: () => Promise<void>;
};

type WireOptions = { model: ChannelModel; namespace: string; logger: Logger };

/** Declares all that stands on the broker and opens the way to publish. */
export const openWire = async ({ model, namespace, logger }: WireOptions): Promise<Wire> => {
  const runs = new Map<Consumer, ConsumerRun>();
  let isOver = false;
  let publish: ConfirmedPublish = () => Promise.reject(new Error('the publish channel is not open'));
  model.once('close', () => {
    isOver = true;
  });

  const declareAll = async (): Promise<void> => {
    const channel = await model.createChannel();
    channel.on('error', (err) => logger.error({ err }, 'declaring failed'));
    await declareTopology({ channel, namespace });
    await channel.close();
  };
  const keep = ({ part, open }: { part: string; open: () => Promise<OpenPart> }): Promise<void> =>
    keepOpen({ part, open, repair: declareAll, isOver: () => isOver, logger });

  const openPublisher = async (): Promise<OpenPart> => {
    const channel = await model.createConfirmChannel();
    channel.on('error', (err) => logger.error({ err }, 'publish channel failed'));
    publish = createConfirmedPublish(channel);
    return { lost: new Promise((resolve) => channel.once('close', () => resolve('channel closed'))) };
  };
  const openConsumer = async (consumer: Consumer): Promise<OpenPart> => {
    const run = await startConsumer({ model, namespace, consumer, logger });
    runs.set(consumer, run);
    return run;
  };

  await declareAll();
  await keep({ part: 'publisher', open: openPublisher });
  return {
    publish: (message) => publish(message),
    listen: (consumer) => keep({ part: `consumer of ${consumer.queue}`, open: () => openConsumer(consumer) }),
    ping: async () => {
      const channel = await model.createChannel();
      // The check itself rejects; without a listener the same error would take the whole connection down.
      channel.on('error', () => undefined);
      await channel.checkExchange(exchangeName(namespace));
      await channel.close();
    },
    drain: async () => {
      isOver = true;
      await Promise.all([...runs.values()].map((run) => run.drain()));
    },
  };
};
