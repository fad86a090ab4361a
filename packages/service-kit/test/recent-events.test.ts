import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { connectMessaging, createLogger, listConsumedQueues, type Messaging, readRecentEvents, recordEvents } from '../src/index.ts';
import { type EventProbe, startEventProbe, testBacking } from '../src/testing/index.ts';
import { sent } from './support/events.ts';

const backing = testBacking();
const broker = { url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE };

let probe: EventProbe;
let messaging: Messaging;
beforeAll(async () => {
  messaging = await connectMessaging({ config: backing, logger: createLogger({ service: 'test', level: backing.LOG_LEVEL }) });
  probe = await startEventProbe(backing);
});
afterAll(async () => {
  await messaging?.stop();
  await probe?.stop();
  const connection = await connect(backing.RABBITMQ_URL);
  await (await connection.createChannel()).deleteQueue(`${backing.NAMESPACE}.recent`);
  await connection.close();
});

test('when events are recorded, then they can be read again and again, oldest first', async () => {
  await messaging.publish(sent('before'));
  expect(await recordEvents(broker)).toBe(false);
  expect(await recordEvents(broker)).toBe(true);
  expect(await readRecentEvents(broker)).toEqual([]);
  const [first, second] = [sent('first'), sent('second')];
  const older = { ...first, occurredAt: '2026-05-01T00:00:00.000Z' };
  await messaging.publish(second);
  await messaging.publish(older);
  expect(await readRecentEvents(broker)).toEqual([older, second]);
  expect(await readRecentEvents(broker)).toEqual([older, second]);
});

test('when a process consumes some queues, then these are listed', async () => {
  expect(await listConsumedQueues(broker)).toEqual([]);
  await messaging.consume([{ service: 'orders', queue: 'mails', handlers: [], retryDelaysMs: [] }]);
  expect(await listConsumedQueues(broker)).toEqual([`${backing.NAMESPACE}.orders.mails`]);
});
