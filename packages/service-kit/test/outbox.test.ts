import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { contestDeleted, type EventEnvelope } from '@stagereel/contracts';
import mongoose, { type Connection, type Model } from 'mongoose';
import {
  appendToOutbox,
  connectMongo,
  createEvent,
  createLogger,
  createOutboxStore,
  outboxFields,
  startOutboxRelay,
  withClaimedEvents,
  withInitialEvents,
} from '../src/index.ts';
import { testBacking, waitUntil } from '../src/testing/index.ts';

type Thing = { _id: string; n: number; deletedAt?: Date; outbox?: EventEnvelope[]; outboxDueAt?: Date };

const backing = testBacking();
const logger = createLogger({ service: 'test', level: 'silent' });
const fact = (contestId: string) => createEvent(contestDeleted, { contestId, name: 'x', deletedAt: new Date().toISOString() });
const idsOf = (events: EventEnvelope[]) => events.map(({ data }) => (data as { contestId: string }).contestId);

let connection: Connection;
let things: Model<Thing>;
const relays: { stop: () => Promise<void> }[] = [];

const startRelay = (
  publish: (event: EventEnvelope) => Promise<void>,
  more: { leaseMs?: number; removeWhen?: Record<string, unknown> } = {},
) => {
  const store = createOutboxStore(things.collection, more.removeWhen ? { removeWhen: more.removeWhen } : {});
  const relay = startOutboxRelay({ stores: [store], publish, logger, pollMs: 10, retryMs: 10, ...more });
  relays.push(relay);
  return relay;
};
/** A write that claims its own events, as the claim of the relay in the same process. */
const createClaimed = async (id: string) => {
  const { claim, fields } = withClaimedEvents(id, [fact(id)]);
  await things.create({ _id: id, n: 1, ...fields });
  return { key: id, claim };
};
const stopRelays = () => Promise.all(relays.splice(0).map((relay) => relay.stop()));
const pending = () => things.countDocuments({ outboxDueAt: { $exists: true } });

beforeAll(async () => {
  connection = await connectMongo({ config: backing, service: 'test', logger });
  const schema = new mongoose.Schema<Thing>({ _id: String, n: Number, deletedAt: Date, ...outboxFields } as never);
  things = connection.model<Thing>('Thing', schema);
});
beforeEach(async () => {
  await stopRelays();
  await things.deleteMany({});
});
afterAll(async () => {
  await stopRelays();
  await connection?.dropDatabase();
  await connection?.close();
});

test('when events wait to be published, then the backlog has their number and the time of the oldest', async () => {
  const store = createOutboxStore(things.collection);
  expect(await store.readBacklog()).toEqual({ collection: 'things', events: 0, oldest: undefined });
  const [first, second, third] = [fact('a'), fact('b'), fact('b')];
  await things.create([
    { _id: 'b', n: 2, ...withInitialEvents([{ ...second, occurredAt: '2026-05-01T00:00:00.000Z' }, third]) },
    { _id: 'a', n: 1, ...withInitialEvents([first]) },
    { _id: 'c', n: 3 },
  ]);
  expect(await store.readBacklog()).toEqual({ collection: 'things', events: 3, oldest: new Date('2026-05-01T00:00:00.000Z') });
});

describe('outbox store', () => {
  const stored = (id: string) => things.collection.findOne({ _id: id as never });
  const createThree = () => things.create(['a', 'b', 'c'].map((id, n) => ({ _id: id, n, ...withInitialEvents([fact(id)]) })));

  test('when the events of one document are claimed, released and published, then those of the others stay as they are', async () => {
    const store = createOutboxStore(things.collection);
    await createThree();
    const others = () => Promise.all([stored('a'), stored('c')]);
    const before = await others();
    const claim = (await store.claim(60_000, 'b'))!;
    expect([claim.key, idsOf(claim.events)]).toEqual(['b', ['b']]);
    await store.release(claim, 0);
    await things.updateOne({ _id: 'b' }, appendToOutbox([fact('later')]) as never);
    await store.markPublished(claim);
    expect(idsOf((await stored('b'))?.['outbox'])).toEqual(['later']);
    expect(await others()).toEqual(before);
  });

  test('when another relay has claimed a document meanwhile, then the first one does not make it due', async () => {
    const store = createOutboxStore(things.collection);
    await createThree();
    const first = (await store.claim(0, 'b'))!;
    await store.claim(60_000, 'b');
    const claimed = await stored('b');
    await store.release(first, 0);
    expect(await stored('b')).toEqual(claimed);
  });
});

describe('outbox relay', () => {
  test('when documents are created with events, then each event is published once and removed from its document', async () => {
    const published: EventEnvelope[] = [];
    await things.insertMany(Array.from({ length: 60 }, (_, n) => ({ _id: `t${n}`, n, ...withInitialEvents([fact(`t${n}`)]) })));
    startRelay(async (event) => void published.push(event));
    await waitUntil(async () => (await pending()) === 0);
    expect(new Set(idsOf(published)).size).toBe(60);
    expect(published).toHaveLength(60);
    expect((await things.collection.findOne({ _id: 't1' as never }))?.['outbox']).toBeUndefined();
  });

  test('when three replicas relay at the same time, then nothing is published twice', async () => {
    const published: EventEnvelope[] = [];
    await things.insertMany(Array.from({ length: 90 }, (_, n) => ({ _id: `t${n}`, n, ...withInitialEvents([fact(`t${n}`)]) })));
    for (let replica = 0; replica < 3; replica += 1) startRelay(async (event) => void published.push(event));
    await waitUntil(async () => (await pending()) === 0);
    expect(published).toHaveLength(90);
  });

  test('when the broker refuses an event, then it stays in the document and is published later', async () => {
    let failures = 3;
    const published: EventEnvelope[] = [];
    await things.create({ _id: 'a', n: 1, ...withInitialEvents([fact('a')]) });
    startRelay(async (event) => {
      if (failures-- > 0) throw new Error('no broker');
      published.push(event);
    });
    await waitUntil(() => published.length === 1);
    await waitUntil(async () => (await pending()) === 0);
    expect(failures).toBe(-1);
  });

  test('when the broker refuses everything, then few documents are claimed, and all are published once it accepts', async () => {
    let isAway = true;
    let refused = 0;
    const published: EventEnvelope[] = [];
    await things.insertMany(Array.from({ length: 100 }, (_, n) => ({ _id: `t${n}`, n, ...withInitialEvents([fact(`t${n}`)]) })));
    startRelay(async (event) => {
      if (isAway) {
        refused += 1;
        throw new Error('no broker');
      }
      published.push(event);
    });
    await waitUntil(() => refused > 0);
    // Each worker that was already searching, but not each document.
    expect(refused).toBeLessThan(20);
    isAway = false;
    await waitUntil(async () => (await pending()) === 0);
    expect(published).toHaveLength(100);
  });

  test('when a relay crashes while it holds a claim, then another one takes over after the lease', async () => {
    const published: EventEnvelope[] = [];
    await things.create({ _id: 'a', n: 1, ...withInitialEvents([fact('a')]) });
    await createOutboxStore(things.collection).claim(50);
    startRelay(async (event) => void published.push(event));
    await waitUntil(() => published.length === 1);
    await waitUntil(async () => (await pending()) === 0);
    expect(idsOf(published)).toEqual(['a']);
  });

  test('when an event is appended while others are being published, then each is published once', async () => {
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const publish = async (event: EventEnvelope): Promise<void> => {
      if (idsOf([event])[0] === 'first') {
        await things.updateOne({ _id: 'a' }, appendToOutbox([fact('second')]) as never);
        // Another replica looks for due documents while this one publishes.
        expect(await store.claim(1000)).toBeUndefined();
      }
      published.push(event);
    };
    await things.create({ _id: 'a', n: 1, ...withInitialEvents([fact('first')]) });
    relays.push(startOutboxRelay({ stores: [store], publish, logger, pollMs: 60_000 }));
    await waitUntil(() => idsOf(published).includes('second'), { timeoutMs: 5000 });
    await waitUntil(async () => (await pending()) === 0);
    expect(idsOf(published)).toEqual(['first', 'second']);
  });

  test('when a document exists only for its last event, then it is deleted with the event', async () => {
    const published: EventEnvelope[] = [];
    await things.create({ _id: 'gone', n: 1, deletedAt: new Date(), ...withInitialEvents([fact('gone')]) });
    await things.create({ _id: 'stays', n: 1, ...withInitialEvents([fact('stays')]) });
    startRelay(async (event) => void published.push(event), { removeWhen: { deletedAt: { $exists: true } } });
    await waitUntil(async () => (await things.countDocuments({})) === 1);
    await waitUntil(async () => (await pending()) === 0);
    expect([idsOf(published).sort(), (await things.findOne({}))?._id]).toEqual([['gone', 'stays'], 'stays']);
  });

  test('when a write triggers the relay, then the events of its document or of all are published before the next poll', async () => {
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const relay = startOutboxRelay({
      stores: [store],
      publish: async (event) => void published.push(event),
      logger,
      pollMs: 60_000,
    });
    relays.push(relay);
    await things.create({ _id: 'a', n: 1, ...withInitialEvents([fact('a')]) });
    relay.trigger({ store, key: 'a' });
    await waitUntil(() => published.length === 1, { timeoutMs: 5000 });
    expect(idsOf(published)).toEqual(['a']);
    await things.insertMany(['b', 'c'].map((id, n) => ({ _id: id, n, ...withInitialEvents([fact(id)]) })));
    relay.trigger();
    await waitUntil(() => published.length === 3, { timeoutMs: 5000 });
    expect(idsOf(published).sort()).toEqual(['a', 'b', 'c']);
  });

  test('when a write claims its events, then only the relay of its process publishes them, at once', async () => {
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const relay = startOutboxRelay({ stores: [store], publish: async (event) => void published.push(event), logger, pollMs: 60_000 });
    relays.push(relay);
    const changed = await createClaimed('a');
    expect(await store.claim(1000)).toBeUndefined();
    relay.trigger({ store, ...changed });
    await waitUntil(async () => (await pending()) === 0, { timeoutMs: 5000 });
    expect(idsOf(published)).toEqual(['a']);
  });

  test('when the broker is away, then claimed events are published as soon as it is back, long before their lease ends', async () => {
    let isAway = true;
    let refused = 0;
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const publish = async (event: EventEnvelope): Promise<void> => {
      if (isAway) {
        refused += 1;
        throw new Error('no broker');
      }
      published.push(event);
    };
    const relay = startOutboxRelay({ stores: [store], publish, logger, pollMs: 10, retryMs: 10 });
    relays.push(relay);
    relay.trigger({ store, ...(await createClaimed('a')) });
    await waitUntil(() => refused > 0);
    relay.trigger({ store, ...(await createClaimed('b')) });
    isAway = false;
    await waitUntil(async () => (await pending()) === 0, { timeoutMs: 5000 });
    expect(idsOf(published).sort()).toEqual(['a', 'b']);
  });

  test('when a claim has ended before its events were published, and another process has published them, then they are not published again', async () => {
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const relay = startOutboxRelay({ stores: [store], publish: async (event) => void published.push(event), logger, pollMs: 60_000 });
    relays.push(relay);
    const { key, claim } = await createClaimed('a');
    await store.markPublished(claim);
    relay.trigger({ store, key, claim: { ...claim, until: new Date() } });
    relay.trigger({ store, ...(await createClaimed('b')) });
    await waitUntil(() => idsOf(published).includes('b'), { timeoutMs: 5000 });
    await stopRelays();
    expect(idsOf(published)).toEqual(['b']);
  });

  test('when a relay stops before it publishes claimed events, then another one does so at once', async () => {
    const published: EventEnvelope[] = [];
    const store = createOutboxStore(things.collection);
    const stopped = startOutboxRelay({ stores: [store], publish: () => Promise.reject(new Error('stopped')), logger });
    await stopped.stop();
    stopped.trigger({ store, ...(await createClaimed('a')) });
    startRelay(async (event) => void published.push(event));
    await waitUntil(async () => (await pending()) === 0, { timeoutMs: 5000 });
    expect(idsOf(published)).toEqual(['a']);
  });

  /** A relay whose searches are counted in its own polls, which a busy machine delays like those of the relay. `refuse` fails the next publish. */
  const startWatchedRelay = ({ retryMs }: { retryMs: number }) => {
    const POLL_MS = 100;
    const store = createOutboxStore(things.collection);
    const published: EventEnvelope[] = [];
    const searchedAt: number[] = [];
    let polls = 0;
    let isRefused = false;
    const claim: typeof store.claim = (leaseMs, key) => {
      if (key === undefined) searchedAt.push(polls);
      return store.claim(leaseMs, key);
    };
    const publish = async (event: EventEnvelope): Promise<void> => {
      if (isRefused) {
        isRefused = false;
        throw new Error('no broker');
      }
      published.push(event);
    };
    const watched = { ...store, claim };
    const timer = setInterval(() => {
      polls += 1;
    }, POLL_MS);
    const relay = startOutboxRelay({ stores: [watched], publish, logger, pollMs: POLL_MS, retryMs });
    relays.push({ ...relay, stop: () => relay.stop().finally(() => clearInterval(timer)) });
    return {
      published,
      searchedAt,
      trigger: async (id: string) => relay.trigger({ store: watched, ...(await createClaimed(id)) }),
      refuse: () => {
        isRefused = true;
      },
      isRefused: () => isRefused,
      polls: () => polls,
      /** Resolves right after a search that came as late as searches ever do. */
      quiet: async (): Promise<void> => {
        const before = searchedAt.length;
        await waitUntil(() => searchedAt.length > before + 1 && (searchedAt.at(-1) ?? 0) - (searchedAt.at(-2) ?? 0) >= 4, { everyMs: 5 });
      },
    };
  };
  const pausesOf = (searchedAt: readonly number[]): number[] => searchedAt.slice(1).map((at, index) => at - (searchedAt[index] ?? 0));

  test('when nothing was found for long, then the relay searches every five polls, and publishes what a crash left, soon again after a refusal', async () => {
    const { published, searchedAt, quiet, refuse } = startWatchedRelay({ retryMs: 1 });
    await quiet();
    expect(Math.max(...pausesOf(searchedAt))).toBeLessThanOrEqual(6);
    refuse();
    await things.create({ _id: 'a', n: 1, ...withInitialEvents([fact('a')]) });
    const before = searchedAt.length;
    await waitUntil(() => published.length === 1);
    const [first, second] = pausesOf(searchedAt.slice(before - 1));
    expect(first).toBeLessThanOrEqual(6);
    expect(second).toBeLessThanOrEqual(2);
  });

  test('when another process published what this relay could not, then a new event does not wait for a rare search', async () => {
    const { published, searchedAt, quiet, refuse, isRefused, trigger, polls } = startWatchedRelay({ retryMs: 60_000 });
    refuse();
    await trigger('a');
    await waitUntil(() => !isRefused());
    await waitUntil(async () => (await things.collection.findOne({ _id: 'a' as never }))?.['outboxDueAt'] !== undefined);
    await things.deleteMany({});
    await quiet();
    const triggeredAt = polls();
    const before = searchedAt.length;
    await trigger('b');
    await waitUntil(() => idsOf(published).includes('b'));
    expect((searchedAt[before] ?? 0) - triggeredAt).toBeLessThanOrEqual(2);
  });
});
