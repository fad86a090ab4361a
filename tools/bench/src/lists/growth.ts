import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutboxStore } from '@stagereel/service-kit';
import { startBacking } from '@stagereel/stack';
import mongoose, { type Connection } from 'mongoose';
import { reportRow } from '../kit/report.ts';
import { inRounds } from '../kit/rounds.ts';
import { athleteKey, contestId, customer, type Filled, openFilled, orderId, orderNumber, type Size } from './growth-data.ts';

const FULL = { small: { orders: 10_000, contests: 20, athletes: 2000 }, large: { orders: 100_000, contests: 200, athletes: 2000 } };
/** mongo-java-server uses no index that is not unique, so its times grow anyway. */
const REDUCED = { small: { orders: 1000, contests: 4, athletes: 500 }, large: { orders: 10_000, contests: 40, athletes: 500 } };
const MAX_EXAMINED = 1.3;
const MAX_TIME_RATIO = 2;
const DAY_MS = 86_400_000;
const PAGE = 200;

/** What the shop does all the time or on a user's request, each as one query; resolves with how many documents it got. */
const paths: Record<string, (filled: Filled) => Promise<number>> = {
  'outbox relay, nothing to publish': async ({ orderModel }) => ((await createOutboxStore(orderModel.collection).claim(1)) ? 1 : 0),
  'reconciler: payments to check': async ({ orders, now }) => (await orders.listDueChecks({ now, limit: PAGE })).length,
  'refunds to resume': async ({ orders, now }) => (await orders.listDueRefunds({ now, limit: PAGE })).length,
  'reminders of downloads': async ({ orders, now }) => (await orders.listDueReminders({ kind: 'claim', now, limit: PAGE })).length,
  'unpaid orders to forget': async ({ orders, now }) => {
    const createdBefore = new Date(now.getTime() - 3 * DAY_MS);
    const createdFrom = new Date(createdBefore.getTime() - 3_600_000);
    return (await orders.listForgettable({ createdFrom, createdBefore, limit: PAGE })).length;
  },
  'order list: changes of the last ten minutes': async ({ orders, now }) =>
    (await orders.listRevisions(new Date(now.getTime() - 30 * 60_000))).length,
  'order list: orders read by id': async ({ orders }) =>
    (await orders.listPaid({ ids: Array.from({ length: PAGE }, (_, index) => orderId(500 + index)) })).length,
  'order by its number': async ({ orders }) => ((await orders.findByNumber(orderNumber(500))) ? 1 : 0),
  'purchases of a customer': async ({ orders }) => (await orders.listPaid({ email: customer(500) })).length,
  'open orders of a customer': async ({ orders }) => (await orders.listOpenSlots(customer(0))).length,
  'sales of a day': async ({ orders, now }) => {
    const period = { from: new Date(now.getTime() - (2 * DAY_MS) / 4), before: new Date(now.getTime() - DAY_MS / 4) };
    let count = 0;
    for await (const _order of orders.streamPaid({ by: 'payment', period, contestId: undefined })) count += 1;
    return count;
  },
  'orders of a contest': async ({ orders }) => {
    let count = 0;
    for await (const _order of orders.streamPaid({ by: 'order', period: { from: null, before: null }, contestId: contestId(1) }))
      count += 1;
    return count;
  },
  'all contests': async ({ catalog }) => (await catalog.contests.list()).length,
  'athletes of a contest on sale': async ({ catalog }) => (await catalog.athletes.listOnSale(contestId(1))).length,
  'quote of ten videos': async ({ catalog }) =>
    (await catalog.athletes.findByKeys(Array.from({ length: 10 }, (_, index) => athleteKey(2, index)))).length,
};

type Examined = { examined: number; returned: number };
type Command = Record<string, unknown>;

const EXPLAINABLE = ['find', 'aggregate', 'findAndModify'];
const OPTIONS = ['filter', 'query', 'sort', 'limit', 'projection', 'fields', 'pipeline', 'update', 'new', 'singleBatch', 'batchSize'];

/** Commands nest the statistics at different depths. */
const statisticsIn = (answer: unknown): Examined | undefined => {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { totalDocsExamined: examined, nReturned: returned } = answer as Record<string, unknown>;
  if (typeof examined === 'number' && typeof returned === 'number') return { examined, returned };
  for (const inner of Object.values(answer)) {
    const found = statisticsIn(inner);
    if (found) return found;
  }
  return undefined;
};

const explain = async (connection: Connection, name: string, command: Command): Promise<Examined | undefined> => {
  const options = Object.entries(command).filter(([key]) => OPTIONS.includes(key));
  const explained = { [name]: command[name], ...Object.fromEntries(options), ...(name === 'aggregate' && { cursor: {} }) };
  try {
    return statisticsIn(await connection.db?.command({ explain: explained, verbosity: 'executionStats' }));
  } catch {
    return undefined;
  }
};

/** Explains the first query that `work` sends; undefined if the server cannot. */
const examine = async (connection: Connection, work: () => Promise<unknown>): Promise<Examined | undefined> => {
  const sent: { commandName: string; command: Command }[] = [];
  const client = connection.getClient();
  const listen = (event: { commandName: string; command: Command }): void => {
    if (EXPLAINABLE.includes(event.commandName)) sent.push(event);
  };
  client.on('commandStarted', listen);
  await work();
  client.off('commandStarted', listen);
  const [first] = sent;
  return first && explain(connection, first.commandName, first.command);
};

type Opened = { connection: Connection; filled: Filled };

const measure = async (name: string, { small, large }: { small: Opened; large: Opened }, isReal: boolean): Promise<void> => {
  const path = paths[name];
  if (!path) return;
  const timed = async ({ filled }: Opened): Promise<number> => {
    const started = performance.now();
    await path(filled);
    return performance.now() - started;
  };
  const counts = [await path(small.filled), await path(large.filled)];
  const times = await inRounds({
    warmUps: 1,
    rounds: isReal ? 5 : 3,
    contestants: { small: () => timed(small), large: () => timed(large) },
  });
  // A list that has more to show may take longer: the time counts for each document.
  const [growth = 1] = counts[0] && counts[1] ? [counts[1] / counts[0]] : [];
  const goal = isReal ? { atMost: MAX_TIME_RATIO } : {};
  reportRow({ name: `${name} (${counts.join(' → ')})`, value: times.large, unit: 'ms', baseline: times.small * growth, ...goal });
  if (!isReal) return;
  const found = await examine(large.connection, () => path(large.filled));
  if (!found) throw new Error(`The server did not explain: ${name}`);
  const { examined, returned } = found;
  reportRow({
    name: '  documents examined, next to those returned',
    value: examined,
    unit: 'docs',
    baseline: Math.max(1, returned),
    atMost: MAX_EXAMINED,
  });
};

/**
 * Measures the same queries on little and on much data, alternately. A real MongoDB also tells how many documents it has examined; give its address
 * as MONGODB_URL. The databases are removed afterwards.
 */
export const benchGrowth = async (): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-growth-'));
  const backing = await startBacking({ dir, need: ['mongodb'] });
  const connections: Connection[] = [];
  const open = async (size: string): Promise<Connection> => {
    const dbName = `bench-${size}-${randomUUID().slice(0, 8)}`;
    const connection = await mongoose.createConnection(backing.mongodb, { dbName, monitorCommands: true }).asPromise();
    connections.push(connection);
    return connection;
  };
  const fill = async (connection: Connection, size: Size): Promise<Opened> => ({ connection, filled: await openFilled(connection, size) });
  try {
    const [small, large] = [await open('small'), await open('large')];
    await small.collection('contests').insertOne({ probe: true });
    const isReal = (await explain(small, 'find', { find: 'contests', filter: {} })) !== undefined;
    await small.collection('contests').deleteMany({});
    const sizes = isReal ? FULL : REDUCED;
    const text = ({ orders, contests, athletes }: Size): string => `${orders} orders and ${contests} contests of ${athletes} athletes`;
    console.log(`growth: ${text(sizes.large)}, next to ${text(sizes.small)} (documents returned in both)`);
    if (!isReal) {
      console.log(
        '  This is a stand-in for MongoDB without explain and without the speed of indexes: only times, no goals. Set MONGODB_URL.',
      );
    }
    const opened = { small: await fill(small, sizes.small), large: await fill(large, sizes.large) };
    for (const name of Object.keys(paths)) await measure(name, opened, isReal);
  } finally {
    for (const connection of connections) {
      await connection.dropDatabase().catch(() => undefined);
      await connection.close();
    }
    await backing.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
