import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Authentication,
  Charge,
  Delivery,
  Dispute,
  Event,
  PaymentIntent,
  PaymentMethod,
  Refund,
  StoredResponse,
} from './stripe-types.ts';

/** Everything that survives a restart, by table. Every row has an `id`. `answers` are the responses for idempotency keys. */
type Tables = {
  payment_intents: PaymentIntent;
  payment_methods: PaymentMethod;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  authentications: Authentication;
  events: Event;
  deliveries: Delivery;
  answers: StoredResponse;
};
export type TableName = keyof Tables;
type Maps = { [T in TableName]: Map<string, Tables[T]> };

const TABLES: TableName[] = [
  'payment_intents',
  'payment_methods',
  'charges',
  'refunds',
  'disputes',
  'authentications',
  'events',
  'deliveries',
  'answers',
];

/** A kill loses the changes of this time at most. */
const SAVE_AFTER_MS = 1000;
/** Stripe shows events for thirty days: https://docs.stripe.com/api/events/list */
const EVENT_LIFETIME_MS = 30 * 86_400_000;

export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens the state in `payments.json` in `dataDir`, which is created if missing. The whole file is written again after changes. Only one process at
 * a time may use a folder. Each operation of the simulator checks everything before its first `put` and never waits in between, so that it is atomic.
 */
export async function openStore({ dataDir, now }: { dataDir: string; now: () => Date }) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'payments.json');
  const tables = await readTables(file);
  removeExpired(tables, now().getTime());
  let onDelivery: (delivery: Delivery) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  let failure: Error | undefined;

  /** Replaces the file, so that a crash leaves either the old or the new one. */
  async function write(): Promise<void> {
    const rows = TABLES.map((table) => [table, [...tables[table].values()]]);
    try {
      await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(rows)), { mode: 0o600 });
      await rename(`${file}.new`, file);
      failure = undefined;
    } catch (error) {
      failure = error as Error;
    }
  }
  function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    saving = saving.then(write);
    return saving;
  }

  return {
    get: <T extends TableName>(table: T, id: string): Tables[T] | undefined => tables[table].get(id),
    /** All rows in the order of their creation. */
    all: <T extends TableName>(table: T): Tables[T][] => [...tables[table].values()],
    /** Adds a row or replaces the one with its id, and returns it. */
    put<T extends TableName, Row extends Tables[T]>(table: T, row: Row): Row {
      (tables[table] as Map<string, Tables[T]>).set(row.id, row);
      timer ??= setTimeout(() => void save(), SAVE_AFTER_MS);
      if (table === 'deliveries') onDelivery(row as unknown as Delivery);
      return row;
    },
    /** Calls the listener with every delivery that is put. */
    onDelivery(listener: (delivery: Delivery) => void): void {
      onDelivery = listener;
    },
    /** Why the last save failed. */
    failure: () => failure,
    /** Saves what has not been saved. */
    close: () => (timer ? save() : saving),
  };
}

async function readTables(file: string): Promise<Maps> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const rows = JSON.parse(text) as { [T in TableName]?: Tables[T][] };
    return Object.fromEntries(TABLES.map((table) => [table, new Map(rows[table]?.map((row) => [row.id, row]))])) as Maps;
  } catch {
    throw new Error(`${file} is damaged; move the file away to start without the earlier payments.`);
  }
}

function removeExpired({ answers, events, deliveries }: Maps, now: number): void {
  for (const answer of answers.values()) if (answer.expiresAt <= now) answers.delete(answer.id);
  for (const event of events.values()) if (event.created * 1000 + EVENT_LIFETIME_MS <= now) events.delete(event.id);
  for (const delivery of deliveries.values()) if (!events.has(delivery.id)) deliveries.delete(delivery.id);
}
