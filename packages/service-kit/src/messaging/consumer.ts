import { type EventDefinition, type EventEnvelope, eventEnvelopeSchema } from '@stagereel/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { z } from 'zod';
import { withCorrelation } from '../correlation.ts';
import type { Logger } from '../logger.ts';
import { type ConfirmedPublish, createConfirmedPublish } from './confirmed-publish.ts';
import { deadQueueName, declareRetryQueues, queueName, retryQueueName } from './topology.ts';

/** Which try of a message this is: `number` counts the failed ones before it; a failure of the last one is final. */
export type Attempt = { number: number; isLast: boolean };

/** Handles one event. Throwing means: again later, and after the last delay into the dead letters. */
export type EventHandler = { type: string; handle: (envelope: EventEnvelope, attempt: Attempt) => Promise<void> };

export type Consumer = {
  service: string;
  queue: string;
  handlers: readonly EventHandler[];
  /** Pauses between attempts, in ms; their number is the number of retries. */
  retryDelaysMs: readonly number[];
  /** Messages at work at once. */
  prefetch?: number;
};

export type ConsumerRun = {
  /** Takes no more, finishes what is at hand, gives the rest back. */
  drain: () => Promise<void>;
  /** Resolves when it has ended, with the reason; what is at work then comes again elsewhere. */
  lost: Promise<string>;
};

/** Thrown by a handler for a message that no retry can mend. */
export class PoisonedMessage extends Error {
  override readonly name = 'PoisonedMessage';
}

/** Thrown by a handler whose turn has not come yet, as while another replica holds the work: again after about this long, not counted as an attempt. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly delayMs: number;

  constructor(reason: string, { delayMs }: { delayMs: number }) {
    super(reason);
    this.delayMs = delayMs;
  }
}

/** A handler of one event, which gets its data already parsed by the event's schema. */
export const on = <Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  handle: (event: EventEnvelope<z.infer<Schema>>, attempt: Attempt) => Promise<void>,
): EventHandler => ({
  type: definition.type,
  handle: async (envelope, attempt) => {
    const data = definition.schema.safeParse(envelope.data);
    if (!data.success) throw new PoisonedMessage(`${envelope.type} ${envelope.id}: ${data.error.message}`);
    await handle({ ...envelope, data: data.data }, attempt);
  },
});

const DEFAULT_PREFETCH = 10;
const DRAIN_WITHIN_MS = 7000;
const ATTEMPT_HEADER = 'x-attempt';

const parse = (message: ConsumeMessage): EventEnvelope => {
  try {
    return eventEnvelopeSchema.parse(JSON.parse(message.content.toString('utf8')));
  } catch (cause) {
    throw new PoisonedMessage('the message is no event', { cause });
  }
};

const attemptOf = (message: ConsumeMessage): number => {
  const header: unknown = message.properties.headers?.[ATTEMPT_HEADER];
  return typeof header === 'number' ? header : 0;
};

type StartOptions = { model: ChannelModel; namespace: string; consumer: Consumer; logger: Logger };

/**
 * Listens to one queue with manual acknowledgement. A failed message is put, confirmed, into the queue's next waiting room
 * before it is acknowledged; a poisoned one, and one out of retries, into its dead letters. Nothing is ever dropped.
 */
export const startConsumer = async ({ model, namespace, consumer, logger }: StartOptions): Promise<ConsumerRun> => {
  const queue = queueName({ namespace, service: consumer.service, queue: consumer.queue });
  const channel = await model.createChannel();
  const parking = await model.createConfirmChannel();
  for (const each of [channel, parking]) each.on('error', (err) => logger.error({ err, queue }, 'consumer channel failed'));
  await declareRetryQueues({ channel, queue, delaysMs: consumer.retryDelaysMs });
  await channel.prefetch(consumer.prefetch ?? DEFAULT_PREFETCH);

  const park = createConfirmedPublish(parking);
  const working = new Set<Promise<void>>();
  let isDraining = false;

  const work = async (message: ConsumeMessage): Promise<void> => {
    try {
      await handle({ message, consumer });
      settle(() => channel.ack(message));
    } catch (error) {
      const { messageId, correlationId } = message.properties;
      const facts = { queue, messageId, correlationId, attempt: attemptOf(message) };
      if (error instanceof Postponed) logger.info({ ...facts, reason: error.message }, 'event postponed');
      else logger.warn({ ...facts, err: error }, 'event not handled');
      await setAside({ message, error, queue, consumer, park })
        .then(() => settle(() => channel.ack(message)))
        .catch((err: unknown) => {
          logger.error({ err, queue }, 'could not set a message aside; it goes back to the queue');
          settle(() => channel.nack(message, false, true));
        });
    }
  };

  let cancelled: () => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    cancelled = () => resolve('cancelled with its queue');
    for (const each of [channel, parking]) each.once('close', () => resolve('channel closed'));
  });
  // The two channels are of use only together.
  void lost.then(() => Promise.allSettled([close(channel), close(parking)]));

  const { consumerTag } = await channel.consume(queue, (message) => {
    if (!message) return cancelled();
    if (isDraining) return settle(() => channel.nack(message, false, true));
    const task: Promise<void> = work(message).finally(() => working.delete(task));
    working.add(task);
  });

  return {
    lost,
    drain: async () => {
      isDraining = true;
      await channel.cancel(consumerTag).catch(() => undefined);
      await finishWithin({ tasks: [...working], ms: DRAIN_WITHIN_MS });
      // Closing gives back to the queue whatever is not acknowledged by now.
      await Promise.allSettled([close(channel), close(parking)]);
    },
  };
};

const close = async (channel: Channel): Promise<void> => channel.close();

/** On a channel that died meanwhile an acknowledgement throws; the broker then delivers the message again, which consumers tolerate. */
const settle = (acknowledge: () => void): void => {
  try {
    acknowledge();
  } catch {
    return;
  }
};

const handle = async ({ message, consumer }: { message: ConsumeMessage; consumer: Consumer }): Promise<void> => {
  const envelope = parse(message);
  const handler = consumer.handlers.find(({ type }) => type === envelope.type);
  if (!handler) throw new PoisonedMessage(`nobody here handles ${envelope.type}`);
  const number = attemptOf(message);
  const attempt = { number, isLast: number >= consumer.retryDelaysMs.length };
  await withCorrelation(envelope.correlationId, () => handler.handle(envelope, attempt));
};

type NextDelay = { error: unknown; attempt: number; delaysMs: readonly number[] };

/** The waiting room for a failed message; undefined means the dead letters. */
const nextDelay = ({ error, attempt, delaysMs }: NextDelay): number | undefined => {
  if (error instanceof PoisonedMessage) return undefined;
  if (!(error instanceof Postponed)) return delaysMs[attempt];
  const shortEnough = delaysMs.filter((delayMs) => delayMs <= error.delayMs);
  return shortEnough.length > 0 ? Math.max(...shortEnough) : Math.min(...delaysMs);
};

type SetAside = { message: ConsumeMessage; error: unknown; queue: string; consumer: Consumer; park: ConfirmedPublish };

const setAside = async ({ message, error, queue, consumer, park }: SetAside): Promise<void> => {
  const attempt = attemptOf(message);
  const delayMs = nextDelay({ error, attempt, delaysMs: consumer.retryDelaysMs });
  const target = delayMs === undefined ? deadQueueName(queue) : retryQueueName({ queue, delayMs });
  await park({
    exchange: '',
    routingKey: target,
    content: message.content,
    options: {
      messageId: String(message.properties.messageId ?? ''),
      correlationId: String(message.properties.correlationId ?? ''),
      type: String(message.properties.type ?? ''),
      mandatory: true,
      headers: {
        [ATTEMPT_HEADER]: error instanceof Postponed ? attempt : attempt + 1,
        'x-error': String(error).slice(0, 500),
        'x-failed-at': new Date().toISOString(),
      },
    },
  });
};

const finishWithin = async ({ tasks, ms }: { tasks: Promise<void>[]; ms: number }): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([Promise.allSettled(tasks), late]);
  clearTimeout(timer);
};
