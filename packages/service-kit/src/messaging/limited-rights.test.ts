import { expect, test } from '@jest/globals';
import { orderPaid } from '@stagereel/contracts';
import type { ChannelModel } from 'amqplib';
import { createLogger } from '../telemetry/logger.ts';
import { setUpConnection } from './broker-connection.ts';
import { allQueues, deadQueueName } from './topology.ts';

const namespace = 'shop';
const logger = createLogger({ service: 'test', level: 'silent' });
const ownQueues = allQueues(namespace).filter(({ service }) => service === 'orders');
const allNames = allQueues(namespace).flatMap(({ name }) => [name, deadQueueName(name)]);

type Broker = {
  /** The queues that the user may declare. */
  allowed: readonly string[];
  /** The queues that exist. */
  existing: Set<string>;
  refusal?: number;
};

/** A broker that refuses to declare some queues. The one of the tests has no users with limited rights; a real one is in tools/containers/test. */
const connectTo = ({ allowed, existing, refusal = 403 }: Broker) => {
  const fail = (code: number) => Promise.reject(Object.assign(new Error(`code ${code}`), { code }));
  const published: string[] = [];
  const channel = {
    on: () => channel,
    once: () => channel,
    close: async () => undefined,
    checkExchange: async () => ({}),
    bindQueue: async () => ({}),
    assertQueue: async (name: string) => (allowed.includes(name) ? existing.add(name) : fail(refusal)),
    checkQueue: async (name: string) => (existing.has(name) ? {} : fail(404)),
    publish: (_exchange: string, type: string, _content: Buffer, _options: object, confirm: (error: unknown) => void) => {
      published.push(type);
      confirm(null);
    },
  };
  const model = { once: () => model, createChannel: async () => channel, createConfirmChannel: async () => channel };
  const connecting = setUpConnection({ model: model as unknown as ChannelModel, namespace, service: 'orders', logger });
  return { connecting, published };
};
const message = { exchange: 'shop.events', routingKey: orderPaid.type, content: Buffer.from('{}'), options: { messageId: '1' } };
const ownNames = ownQueues.flatMap(({ name }) => [name, deadQueueName(name)]);

test('when the broker does not let a service declare its own queue, then the service does not start', async () => {
  const { connecting } = connectTo({ allowed: ownNames.slice(1), existing: new Set() });
  await expect(connecting).rejects.toThrow(`The broker does not allow orders to declare ${ownNames[0]}`);
});

test('when the queue of another service is missing, then its events are not published until it exists', async () => {
  const existing = new Set<string>();
  const { connecting, published } = connectTo({ allowed: ownNames, existing });
  const { publish } = await connecting;
  await expect(publish(message)).rejects.toThrow('has not declared');
  expect(published).toEqual([]);
  for (const name of allNames) existing.add(name);
  await publish(message);
  expect(published).toEqual([orderPaid.type]);
});

test('when the broker fails to declare the queue of another service, then that is no missing right', async () => {
  const { connecting } = connectTo({ allowed: ownNames, existing: new Set(allNames), refusal: 541 });
  await expect(connecting).rejects.toThrow('code 541');
});
