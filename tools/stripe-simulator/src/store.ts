import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Journal, openJournal, readJournal } from './journal.ts';
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
  /** Applies the step and resolves when it is on the disk. */
  commit(): Promise<void>;
};

export type Store = {
  get<T extends TableName>(table: T, id: string): Tables[T] | undefined;
  /** All rows in the order of their creation. */
  all<T extends TableName>(table: T): Tables[T][];
  begin(): Transaction;
  /** Resolves when everything that is visible now is on the disk, so that no response shows what a crash could undo. */
  settled(): Promise<void>;
  /** Calls the listener with every delivery of a committed step. */
  onDelivery(listener: (delivery: Delivery) => void): void;
  failure(): Error | undefined;
  close(): Promise<void>;
};

type Put = [table: TableName, row: Tables[TableName]];

const GROWTH_LIMIT_BYTES = 64 * 1024 * 1024;
/** Stripe shows events for thirty days: https://docs.stripe.com/api/events/list */
const EVENT_LIFETIME_MS = 30 * 86_400_000;

/** Opens the state in `dataDir`, which is created if missing. Only one process at a time may use a folder. */
export async function openStore(input: { dataDir: string; now: () => Date; growthLimit?: number }): Promise<Store> {
  await mkdir(input.dataDir, { recursive: true, mode: 0o700 });
  const file = join(input.dataDir, 'journal.jsonl');
  const tables = emptyTables();
  const apply = ([table, row]: Put) => (tables[table] as Map<string, Tables[TableName]>).set(row.id, row);
  for (const puts of (await readJournal(file)) as Put[][]) puts.forEach(apply);

  const listeners: ((delivery: Delivery) => void)[] = [];
  const journal: Journal = await openJournal({
    file,
    growthLimit: input.growthLimit ?? GROWTH_LIMIT_BYTES,
    snapshot: () => {
      removeExpired({ tables, now: input.now() });
      return linesOf(tables);
    },
  });

  async function commit(puts: Put[]): Promise<void> {
    if (puts.length === 0) return journal.settled();
    const written = journal.append(JSON.stringify(puts));
    puts.forEach(apply);
    await written;
    for (const [table, row] of puts) {
      if (table === 'deliveries') for (const listener of listeners) listener(row as Delivery);
    }
  }

  return {
    get: (table, id) => tables[table].get(id),
    all: (table) => [...tables[table].values()],
    begin: () => beginTransaction({ tables, commit }),
    settled: journal.settled,
    onDelivery: (listener) => listeners.push(listener),
    failure: journal.failure,
    close: journal.close,
  };
}

type Maps = { [T in TableName]: Map<string, Tables[T]> };

function emptyTables(): Maps {
  return {
    payment_intents: new Map(),
    payment_methods: new Map(),
    cards: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    authentications: new Map(),
    events: new Map(),
    deliveries: new Map(),
    answers: new Map(),
  };
}

function beginTransaction(input: { tables: Maps; commit: (puts: Put[]) => Promise<void> }): Transaction {
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

function linesOf(tables: Maps): string[] {
  return (Object.keys(tables) as TableName[]).flatMap((table) => [...tables[table].values()].map((row) => JSON.stringify([[table, row]])));
}
