import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authentication, Card, Delivery, StoredResponse } from './rows.ts';
import type { Charge, Dispute, Event, PaymentIntent, PaymentMethod, Refund } from './stripe-types.ts';

/** Everything that survives a restart, by table. Every row has an `id`. `answers` are the responses for idempotency keys. */
export type Tables = {
  payment_intents: PaymentIntent;
  payment_methods: PaymentMethod;
  cards: Card;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  authentications: Authentication;
  events: Event;
  deliveries: Delivery;
  answers: StoredResponse;
};
export type TableName = keyof Tables;

/** An atomic step: its rows are visible inside it at once, and to others after `commit`. */
export type Transaction = {
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** All rows, including those of this step. */
  all<T extends TableName>(table: T): Tables[T][];
  put<T extends TableName>(table: T, row: Tables[T]): void;
  commit(): void;
};

export type Store = {
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** All rows in the order of their creation. */
  all<T extends TableName>(table: T): Tables[T][];
  begin(): Transaction;
  /** Calls the listener with every delivery of a committed step. */
  onDelivery(listener: (delivery: Delivery) => void): void;
  /** Why the last save failed. */
  failure(): Error | undefined;
  /** Saves what has not been saved. */
  close(): Promise<void>;
};

type Put = [table: TableName, row: Tables[TableName]];

/** A kill loses the changes of this time at most. */
const SAVE_AFTER_MS = 1000;
/** Stripe shows events for thirty days: https://docs.stripe.com/api/events/list */
const EVENT_LIFETIME_MS = 30 * 86_400_000;

/**
 * Opens the state in `payments.json` in `dataDir`, which is created if missing. The whole file is written again after changes. Only one process at
 * a time may use a folder.
 */
export async function openStore(input: { dataDir: string; now: () => Date }): Promise<Store> {
  await mkdir(input.dataDir, { recursive: true, mode: 0o700 });
  const file = join(input.dataDir, 'payments.json');
  const tables = await readTables(file);
  removeExpired({ tables, now: input.now() });

  const listeners: ((delivery: Delivery) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();
  let failure: Error | undefined;

  /** Replaces the file, so that a crash leaves either the old or the new one. */
  async function write(): Promise<void> {
    const rows = Object.entries(tables).map(([table, own]) => [table, [...own.values()]]);
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
  function commit(puts: Put[]): void {
    for (const [table, row] of puts) (tables[table] as Map<string, Tables[TableName]>).set(row.id, row);
    if (puts.length > 0) timer ??= setTimeout(() => void save(), SAVE_AFTER_MS);
    for (const [table, row] of puts) {
      if (table === 'deliveries') for (const listener of listeners) listener(row as Delivery);
    }
  }

  return {
    get: (table, id) => tables[table].get(id),
    all: (table) => [...tables[table].values()],
    begin: () => beginTransaction({ tables, commit }),
    onDelivery: (listener) => listeners.push(listener),
    failure: () => failure,
    close: () => (timer ? save() : saving),
  };
}

type Maps = { [T in TableName]: Map<string, Tables[T]> };

const TABLES = [
  'payment_intents',
  'payment_methods',
  'cards',
  'charges',
  'refunds',
  'disputes',
  'authentications',
  'events',
  'deliveries',
  'answers',
] as const satisfies TableName[];

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

function beginTransaction(input: { tables: Maps; commit: (puts: Put[]) => void }): Transaction {
  const puts = new Map<string, Put>();
  return {
    get<T extends TableName>(table: T, id: string) {
      const put = puts.get(`${table}/${id}`);
      return put ? (put[1] as Tables[T]) : input.tables[table].get(id);
    },
    all<T extends TableName>(table: T) {
      const rows = new Map<string, Tables[TableName]>(input.tables[table]);
      for (const [where, row] of puts.values()) if (where === table) rows.set(row.id, row);
      return [...rows.values()] as Tables[T][];
    },
    put(table, row) {
      puts.set(`${table}/${row.id}`, [table, row]);
    },
    commit: () => input.commit([...puts.values()]),
  };
}

function removeExpired(input: { tables: Maps; now: Date }): void {
  const { answers, events, deliveries } = input.tables;
  const nowMs = input.now.getTime();
  for (const answer of answers.values()) if (answer.expiresAt <= nowMs) answers.delete(answer.id);
  for (const event of events.values()) if (event.created * 1000 + EVENT_LIFETIME_MS <= nowMs) events.delete(event.id);
  for (const delivery of deliveries.values()) if (!events.has(delivery.id)) deliveries.delete(delivery.id);
}
