import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBacking } from '@stagereel/stack';
import mongoose, { type Connection } from 'mongoose';
import { reportRow, reportSection } from '../kit/report.ts';
import { inRounds } from '../kit/rounds.ts';
import type { Size } from './growth-data.ts';
import { type Filled, openFilled, paths } from './growth-paths.ts';

const SIZES = { small: { orders: 10_000, contests: 20, athletes: 2000 }, large: { orders: 100_000, contests: 200, athletes: 2000 } };
const MAX_EXAMINED = 1.3;
const MAX_TIME_RATIO = 2;

type Examined = { examined: number; returned: number };
type Command = Record<string, unknown>;

const EXPLAINABLE = ['find', 'aggregate', 'findAndModify', 'distinct', 'count'];
const OPTIONS = [
  'filter',
  'query',
  'sort',
  'limit',
  'projection',
  'fields',
  'pipeline',
  'update',
  'new',
  'singleBatch',
  'batchSize',
  'key',
];

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
  return statisticsIn(await connection.db?.command({ explain: explained, verbosity: 'executionStats' }));
};

/** Explains each query that `work` sends. @throws for a server that cannot */
const examine = async (connection: Connection, work: () => Promise<unknown>): Promise<(Examined & { query: string })[]> => {
  const sent: { commandName: string; command: Command }[] = [];
  const client = connection.getClient();
  const listen = (event: { commandName: string; command: Command }): void => {
    if (EXPLAINABLE.includes(event.commandName)) sent.push(event);
  };
  client.on('commandStarted', listen);
  await work();
  client.off('commandStarted', listen);
  const explained = sent.map(async ({ commandName, command }) => {
    const query = `${commandName} ${command[commandName]}`;
    const examined = await explain(connection, commandName, command);
    if (!examined) throw new Error(`The server did not explain: ${query}`);
    return { query, ...examined };
  });
  return Promise.all(explained);
};

type Opened = { connection: Connection; filled: Filled };

const measure = async (name: string, { small, large }: { small: Opened; large: Opened }): Promise<void> => {
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
    rounds: 5,
    contestants: { small: () => timed(small), large: () => timed(large) },
  });
  // A list that has more to show may take longer: the time counts for each document.
  const [growth = 1] = counts[0] && counts[1] ? [counts[1] / counts[0]] : [];
  const note = `(${counts.join(' → ')})`;
  const baseline = times.small.map((ms) => ms * growth);
  reportRow({ name, value: times.large, unit: 'ms', baseline, atMost: MAX_TIME_RATIO, note });
  for (const [index, { query, examined, returned }] of (await examine(large.connection, () => path(large.filled))).entries()) {
    reportRow({
      // The comparison of several runs needs a different name for each row.
      name: `  ${name}, query ${index + 1}, ${query}: documents examined`,
      value: examined,
      unit: 'docs',
      baseline: Math.max(1, returned),
      atMost: MAX_EXAMINED,
      note: `of ${returned} returned`,
    });
  }
};

/**
 * Measures the same queries on little and on much data, alternately. MongoDB also tells how many documents it has examined. The
 * databases are removed afterwards.
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
    const text = ({ orders, contests, athletes }: Size): string => `${orders} orders and ${contests} contests of ${athletes} athletes`;
    reportSection(`${text(SIZES.large)}, next to ${text(SIZES.small)}`);
    console.log('  In brackets: documents returned in both. The ratio is that of the times, for each document.');
    const opened = { small: await fill(small, SIZES.small), large: await fill(large, SIZES.large) };
    for (const name of Object.keys(paths)) await measure(name, opened);
  } finally {
    for (const connection of connections) {
      await connection.dropDatabase().catch(() => undefined);
      await connection.close();
    }
    await backing.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
