import { expect, test } from '@jest/globals';
import type { EventEnvelope } from '@stagereel/contracts';
import { connect } from 'amqplib';
import { createLogger, listDeadLetters } from '../src/index.ts';
import { type Consumer, type EventHandler, startConsumer } from '../src/messaging/consumer.ts';
import { declareTopology } from '../src/messaging/declare-topology.ts';
import { queueName } from '../src/messaging/topology.ts';
import { testBacking, waitUntil } from '../src/testing/index.ts';
import { sent } from './support/events.ts';

const backing = testBacking();
const logger = createLogger({ service: 'test', level: backing.LOG_LEVEL });

test('when a replica does not know an event of the next version, then a retry gives it to the next version', async () => {
  const got: string[] = [];
  const queue = queueName({ namespace: backing.NAMESPACE, service: 'orders', queue: 'mails' });
  const consumerOf = (handlers: readonly EventHandler[]): Consumer => ({
    service: 'orders',
    queue: 'mails',
    handlers,
    retryDelaysMs: [400],
  });
  const unexpected = { ...sent('of the next version'), type: 'mail.bounced' };
  const model = await connect(backing.RABBITMQ_URL);
  await declareTopology({ model, namespace: backing.NAMESPACE, rights: { isLimited: false } });
  const today = await startConsumer({ model, namespace: backing.NAMESPACE, consumer: consumerOf([]), logger });
  const channel = await model.createConfirmChannel();
  channel.sendToQueue(queue, Buffer.from(JSON.stringify(unexpected)));
  await channel.waitForConfirms();
  await waitUntil(async () => (await channel.checkQueue(`${queue}.retry.400ms`)).messageCount === 1);
  await today.drain();
  const handle = async ({ type }: EventEnvelope) => void got.push(type);
  const next = await startConsumer({
    model,
    namespace: backing.NAMESPACE,
    consumer: consumerOf([{ type: 'mail.bounced', handle }]),
    logger,
  });
  await waitUntil(() => got.length > 0);
  expect(got).toEqual(['mail.bounced']);
  expect(await listDeadLetters({ url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE })).toEqual([]);
  await next.drain();
  await model.close();
});
