import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type EventEnvelope, mailSent } from '@stagereel/contracts';
import { connect } from 'amqplib';
import {
  type Attempt,
  connectMessaging,
  createEvent,
  createLogger,
  defineConsumers,
  listDeadLetters,
  type Messaging,
  on,
  PoisonMessage,
  PostponedMessage,
  removeOldDeadLetters,
  replayDeadLetters,
} from '../src/index.ts';
import { type EventProbe, startEventProbe, testBacking, waitUntil } from '../src/testing/index.ts';
import { sent } from './support/events.ts';

const backing = testBacking({ queues: 'quorum' });
const logger = createLogger({ service: 'test', level: backing.LOG_LEVEL });

let probe: EventProbe;
const open: Messaging[] = [];
const connectOne = async (): Promise<Messaging> => {
  const messaging = await connectMessaging({ config: backing, logger });
  open.push(messaging);
  return messaging;
};

const ordersTable = (handle: (event: EventEnvelope, attempt: Attempt) => Promise<void>, retryDelaysMs = [20, 40]) =>
  defineConsumers({
    service: 'orders',
    retryDelaysMs,
    queues: {
      mails: { handlers: [on(mailSent, handle), { type: 'mail.failed', handle }] },
      customers: { handlers: [{ type: 'user.deleted', handle }] },
      erasures: { handlers: [{ type: 'personal-data.erase-requested', handle }] },
    },
  });

beforeAll(async () => {
  probe = await startEventProbe(backing);
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  await probe?.stop();
});

const deadOrders = () => probe.deadLetters('orders.mails');

describe('publish and consume', () => {
  test('when an event is published, then its consumer receives it with the correlation id of the request that caused it', async () => {
    const messaging = await connectOne();
    const got: EventEnvelope[] = [];
    await messaging.consume(ordersTable(async (event) => void got.push(event)));
    const event = sent('m1');
    await messaging.publish(event);
    await waitUntil(() => got.length === 1);
    expect(got).toEqual([event]);
  });

  test('when an event has no subscriber, then publishing it succeeds', async () => {
    const messaging = await connectOne();
    await messaging.publish({ ...sent('m2'), type: 'nobody.listens', data: {} });
    await probe.waitFor('nobody.listens');
    expect(await probe.waiting('orders.mails')).toBe(0);
  });

  test('when a consumer has never started, then its queue keeps the event', async () => {
    const messaging = await connectOne();
    await messaging.publish(sent('early'));
    const got: string[] = [];
    await messaging.consume(ordersTable(async (event) => void got.push((event.data as { mailId: string }).mailId)));
    await waitUntil(() => got.includes('early'));
    expect(got).toEqual(['early']);
  });
});

describe('failures', () => {
  test('when a handler fails, then the message is delivered again after each delay, and succeeds once', async () => {
    const messaging = await connectOne();
    let attempts = 0;
    await messaging.consume(
      ordersTable(async () => {
        attempts += 1;
        if (attempts < 3) throw new Error('not yet');
      }),
    );
    await messaging.publish(sent('retry'));
    await waitUntil(() => attempts === 3);
    await waitUntil(async () => (await probe.waiting('orders.mails')) === 0);
    expect([attempts, await deadOrders()]).toEqual([3, 0]);
  });

  test('when every retry fails, then the message is a dead letter with its reason, and a replay processes it', async () => {
    const messaging = await connectOne();
    let isMended = false;
    const handled: string[] = [];
    await messaging.consume(
      ordersTable(async (event) => {
        if (!isMended) throw new Error('the disk is full');
        handled.push(event.id);
      }),
    );
    const event = sent('dead');
    await messaging.publish(event);
    await waitUntil(async () => (await deadOrders()) === 1);
    const options = { url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE };
    expect(await listDeadLetters(options)).toMatchObject([
      { messageId: event.id, type: 'mail.sent', attempts: 3, error: 'Error: the disk is full' },
    ]);
    await waitUntil(async () => (await deadOrders()) === 1, { what: 'listing to leave the letter where it was' });
    isMended = true;
    expect(await replayDeadLetters({ ...options, messageId: 'another' })).toBe(0);
    await waitUntil(async () => (await deadOrders()) === 1, { what: 'the replay to leave the letter where it was' });
    expect(await replayDeadLetters({ ...options, messageId: event.id })).toBe(1);
    await waitUntil(() => handled.length === 1);
    expect([handled, await deadOrders()]).toEqual([[event.id], 0]);
  });

  test.each([
    ['no JSON', 'mail.sent', '{'],
    ['no envelope', 'mail.sent', '{"a":1}'],
    ['data of another shape', 'mail.sent', JSON.stringify({ ...createEvent(mailSent, {} as never) })],
  ])('when a message is poisoned by %s, it goes to the dead letters at once and the next is handled', async (_, type, content) => {
    const messaging = await connectOne();
    const handled: string[] = [];
    await messaging.consume(ordersTable(async (event) => void handled.push(event.id)));
    await probe.publishRaw(type, content);
    const next = sent('next');
    await messaging.publish(next);
    await waitUntil(() => handled.length === 1);
    await waitUntil(async () => (await deadOrders()) === 1);
    const options = { url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE };
    expect([handled, (await listDeadLetters(options))[0]?.attempts]).toEqual([[next.id], 1]);
    await waitUntil(async () => (await deadOrders()) === 1);
    await dropDead();
  });

  test('when a handler reports a poison message, then it is not retried', async () => {
    const messaging = await connectOne();
    let attempts = 0;
    await messaging.consume(
      ordersTable(async () => {
        attempts += 1;
        throw new PoisonMessage('no such order');
      }),
    );
    await messaging.publish(sent('poison'));
    await waitUntil(async () => (await deadOrders()) === 1);
    expect(attempts).toBe(1);
    await dropDead();
  });
});

describe('attempts', () => {
  test('when every attempt fails, then the handler knows which attempt is the last', async () => {
    const messaging = await connectOne();
    const attempts: Attempt[] = [];
    await messaging.consume(
      ordersTable(async (_event, attempt) => {
        attempts.push(attempt);
        throw new Error('never');
      }),
    );
    await messaging.publish(sent('counted'));
    await waitUntil(async () => (await deadOrders()) === 1);
    expect(attempts).toEqual([
      { number: 0, isLast: false },
      { number: 1, isLast: false },
      { number: 2, isLast: true },
    ]);
    await dropDead();
  });

  test('when a handler postpones a message more often than there are retries, then it is still delivered again and no attempt is counted', async () => {
    const messaging = await connectOne();
    const numbers: number[] = [];
    await messaging.consume(
      ordersTable(async (_event, { number }) => {
        numbers.push(number);
        if (numbers.length < 6) throw new PostponedMessage('somebody else is at it', { delayMs: 30 });
      }),
    );
    await messaging.publish(sent('postponed'));
    await waitUntil(() => numbers.length === 6);
    expect([numbers, await deadOrders()]).toEqual([[0, 0, 0, 0, 0, 0], 0]);
  });
});

describe('removing old dead letters', () => {
  test('when two replicas remove letters older than 30 days, then these are gone and every younger one is kept', async () => {
    const options = { url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE };
    const now = new Date();
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const removeAt = (at: Date) => removeOldDeadLetters({ ...options, now: at, failedBefore: new Date(at.getTime() - 30 * 86_400_000) });
    const connection = await connect(backing.RABBITMQ_URL);
    const channel = await connection.createConfirmChannel();
    const put = (messageId: string, headers: object, content = '{}') =>
      channel.sendToQueue(`${backing.NAMESPACE}.orders.mails.dead`, Buffer.from(content), { messageId, headers, persistent: true });
    put('old', { 'x-failed-at': daysAgo(31).toISOString() });
    put('young', { 'x-failed-at': daysAgo(29).toISOString() });
    put('moved by the broker', { 'x-death': [{ time: { '!': 'timestamp', value: Math.floor(daysAgo(40).getTime() / 1000) } }] });
    put('an old event', {}, JSON.stringify({ occurredAt: daysAgo(31).toISOString() }));
    put('no event', {}, '{');
    await channel.waitForConfirms();
    await connection.close();
    const letters = async () => (await listDeadLetters(options)).map(({ messageId, failedAt }) => [messageId, failedAt]).sort();

    const removed = await Promise.all([removeAt(now), removeAt(now)]);
    expect(removed[0] + removed[1]).toBe(3);
    await waitUntil(async () => (await deadOrders()) === 2, { what: 'the younger letters to be in the queue again' });
    // The age of a message that is no event counts from now.
    expect(await letters()).toEqual([
      ['no event', now.toISOString()],
      ['young', daysAgo(29).toISOString()],
    ]);
    await waitUntil(async () => (await deadOrders()) === 2);
    expect(await removeAt(new Date(now.getTime() + 31 * 86_400_000))).toBe(2);
    expect(await deadOrders()).toBe(0);
  });
});

describe('replay', () => {
  test('when a replayed message is still a poison message, then the replay ends and the message is a dead letter again', async () => {
    const messaging = await connectOne();
    let attempts = 0;
    await messaging.consume(
      ordersTable(async () => {
        attempts += 1;
        throw new PoisonMessage('for ever');
      }),
    );
    await messaging.publish(sent('for-ever'));
    await waitUntil(async () => (await deadOrders()) === 1);
    expect(await replayDeadLetters({ url: backing.RABBITMQ_URL, namespace: backing.NAMESPACE })).toBe(1);
    await waitUntil(() => attempts === 2);
    await waitUntil(async () => (await deadOrders()) === 1);
    await dropDead();
  });
});

const dropDead = async (): Promise<void> => {
  const connection = await connect(backing.RABBITMQ_URL);
  const channel = await connection.createChannel();
  await channel.purgeQueue(`${backing.NAMESPACE}.orders.mails.dead`);
  await connection.close();
};

describe('stopping', () => {
  test('when the service stops, then running handlers finish and the other messages return to the queue', async () => {
    const first = await connectMessaging({ config: backing, logger });
    const started: string[] = [];
    const finished: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const [table] = ordersTable(async (event) => {
      started.push(event.id);
      await gate;
      finished.push(event.id);
    });
    await first.consume([{ ...table!, prefetch: 2 }]);
    const events = [sent('a'), sent('b'), sent('c')];
    for (const event of events) await first.publish(event);
    await waitUntil(() => started.length === 2);
    const stopped = first.stop();
    release();
    await stopped;
    expect(finished).toHaveLength(2);

    const second = await connectOne();
    const later: string[] = [];
    await second.consume(ordersTable(async (event) => void later.push(event.id)));
    await waitUntil(() => later.length === 1);
    expect([...finished, ...later].sort()).toEqual(events.map(({ id }) => id).sort());
  });

  test('when the connection is closed, then publishing fails instead of losing the event', async () => {
    const messaging = await connectMessaging({ config: backing, logger });
    await messaging.stop();
    await expect(messaging.publish(sent('lost'))).rejects.toThrow();
    await expect(messaging.ping()).rejects.toThrow();
  });
});
