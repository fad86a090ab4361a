import { type EventDefinition, type EventEnvelope, eventEnvelopeSchema } from '@stagereel/contracts';
import type { Channel, ChannelModel, ConsumeMessage } from 'amqplib';
import type { z } from 'zod';
import { nullAfterTimeout } from '../retry.ts';
import { withCorrelation } from '../server/correlation.ts';
import type { Logger } from '../telemetry/logger.ts';
import { inSpan } from '../telemetry/tracing.ts';
import { type ConfirmedPublish, createConfirmedPublish } from './confirmed-publish.ts';
import { deadQueueName, declareRetryQueues, queueName, retryQueueName } from './topology.ts';

/** `number`: how many attempts failed before this one. `isLast`: a failure of this attempt moves the message to the dead letters. */
export type Attempt = { number: number; isLast: boolean };

/** Handles one event. When it throws, the event is retried after the next delay; after the last delay it becomes a dead letter. */
export type EventHandler = { type: string; handle: (envelope: EventEnvelope, attempt: Attempt) => Promise<void> };

export type Consumer = {
  service: string;
  queue: string;
  handlers: readonly EventHandler[];
  /** Delay before each retry, in ms; the length is the number of retries. */
  retryDelaysMs: readonly number[];
  /** How many messages are handled at the same time. */
  prefetch?: number;
};

export type RunningConsumer = {
  /** Stops consuming, waits for running handlers, returns other messages to the queue. */
  drain: () => Promise<void>;
  /** Resolves with the reason when the consumer has ended. Messages that are being handled then are delivered again. */
  lost: Promise<string>;
};

/** Thrown by a handler for a message that no retry can handle: it becomes a dead letter at once. */
export class PoisonMessage extends Error {
  override readonly name = 'PoisonMessage';
}

/**
 * Thrown by a handler that cannot run yet, for example while another replica has the lease. Retried after about `delayMs`; not counted as an attempt.
 */
export class PostponedMessage extends Error {
  override readonly name = 'PostponedMessage';
  readonly delayMs: number;

  constructor(reason: string, { delayMs }: { delayMs: number }) {
    super(reason);
    this.delayMs = delayMs;
  }
}

/** Makes a handler of one event type. The handler receives data parsed with the event's schema. */
export const on = <Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  handle: (event: EventEnvelope<z.infer<Schema>>, attempt: Attempt) => Promise<void>,
): EventHandler => ({
  type: definition.type,
  handle: async (envelope, attempt) => {
    const data = definition.schema.safeParse(envelope.data);
    if (!data.success) throw new PoisonMessage(`${envelope.type} ${envelope.id}: ${data.error.message}`);
    await handle({ ...envelope, data: data.data }, attempt);
  },
});

const DEFAULT_PREFETCH = 10;
const DRAIN_TIMEOUT_MS = 7000;
const ATTEMPT_HEADER = 'x-attempt';

const parse = (message: ConsumeMessage): EventEnvelope => {
  try {
    return eventEnvelopeSchema.parse(JSON.parse(message.content.toString('utf8')));
  } catch (cause) {
    throw new PoisonMessage('The message is not an event', { cause });
  }
};

const attemptOf = (message: ConsumeMessage): number => {
  const header: unknown = message.properties.headers?.[ATTEMPT_HEADER];
  return typeof header === 'number' ? header : 0;
};

type StartOptions = { model: ChannelModel; namespace: string; consumer: Consumer; logger: Logger };

/**
 * Consumes one queue with manual acknowledgement. A failed message is published, with confirm, to a retry queue before it is acknowledged; a poison
 * message, and one without retries left, to the dead-letter queue. No message is dropped.
 */
export const startConsumer = async ({ model, namespace, consumer, logger }: StartOptions): Promise<RunningConsumer> => {
  const queue = queueName({ namespace, service: consumer.service, queue: consumer.queue });
  const channel = await model.createChannel();
  const publishChannel = await model.createConfirmChannel();
  for (const each of [channel, publishChannel]) each.on('error', (err) => logger.error({ err, queue }, 'Consumer channel failed'));
  await declareRetryQueues({ channel, queue, delaysMs: consumer.retryDelaysMs });
  await channel.prefetch(consumer.prefetch ?? DEFAULT_PREFETCH);

  const publish = createConfirmedPublish(publishChannel);
  const running = new Set<Promise<void>>();
  let isDraining = false;

  const process = async (message: ConsumeMessage): Promise<void> => {
    try {
      await handle({ message, consumer });
      ignoreClosedChannel(() => channel.ack(message));
    } catch (error) {
      const { messageId, correlationId } = message.properties;
      const fields = { queue, messageId, correlationId, attempt: attemptOf(message) };
      if (error instanceof PostponedMessage) logger.info({ ...fields, reason: error.message }, 'Event postponed');
      else logger.warn({ ...fields, err: error }, 'Event handler failed');
      await moveFailedMessage({ message, error, queue, consumer, publish })
        .then(() => ignoreClosedChannel(() => channel.ack(message)))
        .catch((err: unknown) => {
          logger.error({ err, queue }, 'Failed to move a message to its retry or dead-letter queue; requeueing it');
          ignoreClosedChannel(() => channel.nack(message, false, true));
        });
    }
  };

  let cancelled: () => void = () => undefined;
  const lost = new Promise<string>((resolve) => {
    cancelled = () => resolve('cancelled with its queue');
    for (const each of [channel, publishChannel]) each.once('close', () => resolve('channel closed'));
  });
  // The two channels are useless without each other.
  void lost.then(() => Promise.allSettled([close(channel), close(publishChannel)]));

  const { consumerTag } = await channel.consume(queue, (message) => {
    if (!message) return cancelled();
    if (isDraining) return ignoreClosedChannel(() => channel.nack(message, false, true));
    const task: Promise<void> = process(message).finally(() => running.delete(task));
    running.add(task);
  });

  return {
    lost,
    drain: async () => {
      isDraining = true;
      await channel.cancel(consumerTag).catch(() => undefined);
      await nullAfterTimeout(Promise.allSettled(running), DRAIN_TIMEOUT_MS);
      // Closing returns all messages that are not acknowledged yet to the queue.
      await Promise.allSettled([close(channel), close(publishChannel)]);
    },
  };
};

const close = async (channel: Channel): Promise<void> => channel.close();

/** Acknowledging on a closed channel throws. The broker then delivers the message again, which consumers tolerate. */
const ignoreClosedChannel = (acknowledge: () => void): void => {
  try {
    acknowledge();
  } catch {
    return;
  }
};

const handle = async ({ message, consumer }: { message: ConsumeMessage; consumer: Consumer }): Promise<void> => {
  const envelope = parse(message);
  const handler = consumer.handlers.find(({ type }) => type === envelope.type);
  // Not poison: during an upgrade, a replica of the next version already routes this event to the queue. It handles the message when it is retried.
  if (!handler) throw new Error(`No handler for ${envelope.type}`);
  const number = attemptOf(message);
  const attempt = { number, isLast: number >= consumer.retryDelaysMs.length };
  const { type, correlationId, traceparent: parent } = envelope;
  const span = {
    name: `consume ${type} by ${consumer.service}.${consumer.queue}`,
    kind: 'CONSUMER',
    parent,
  } as const;
  await withCorrelation(correlationId, () => inSpan(span, () => handler.handle(envelope, attempt)));
};

type NextDelay = { error: unknown; attempt: number; delaysMs: readonly number[] };

/** The delay of the retry queue for a failed message; undefined means the dead-letter queue. */
const nextDelay = ({ error, attempt, delaysMs }: NextDelay): number | undefined => {
  if (error instanceof PoisonMessage) return undefined;
  if (!(error instanceof PostponedMessage)) return delaysMs[attempt];
  const shortEnough = delaysMs.filter((delayMs) => delayMs <= error.delayMs);
  return shortEnough.length > 0 ? Math.max(...shortEnough) : Math.min(...delaysMs);
};

type FailedMessage = { message: ConsumeMessage; error: unknown; queue: string; consumer: Consumer; publish: ConfirmedPublish };

const moveFailedMessage = async ({ message, error, queue, consumer, publish }: FailedMessage): Promise<void> => {
  const attempt = attemptOf(message);
  const delayMs = nextDelay({ error, attempt, delaysMs: consumer.retryDelaysMs });
  const target = delayMs === undefined ? deadQueueName(queue) : retryQueueName({ queue, delayMs });
  await publish({
    exchange: '',
    routingKey: target,
    content: message.content,
    options: {
      messageId: String(message.properties.messageId ?? ''),
      correlationId: String(message.properties.correlationId ?? ''),
      type: String(message.properties.type ?? ''),
      mandatory: true,
      headers: {
        [ATTEMPT_HEADER]: error instanceof PostponedMessage ? attempt : attempt + 1,
        'x-error': String(error).slice(0, 500),
        'x-failed-at': new Date().toISOString(),
      },
    },
  });
};
