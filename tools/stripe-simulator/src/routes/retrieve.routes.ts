import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { resourceMissing } from '../domain/api-error.ts';
import { eventView } from '../domain/record-event.ts';
import { type Api, ok } from '../http/api.ts';
import type { TableName } from '../store.ts';
import type { Event } from '../stripe-types.ts';

const retrievable = [
  { path: 'charges', table: 'charges', noun: 'charge' },
  { path: 'disputes', table: 'disputes', noun: 'dispute' },
  { path: 'events', table: 'events', noun: 'event' },
  { path: 'payment_methods', table: 'payment_methods', noun: 'PaymentMethod' },
  { path: 'refunds', table: 'refunds', noun: 'refund' },
] as const satisfies { path: string; table: TableName; noun: string }[];

/** Objects that can be retrieved by id. */
export function retrieveRoutes(app: FastifyInstance, { api }: { api: Api }): void {
  for (const { path, table, noun } of retrievable) {
    app.get(
      `/${path}/:id`,
      api.read({
        schema: z.strictObject({}),
        run: (deps, { id }) => {
          const row = deps.tx.get(table, id);
          if (!row) throw resourceMissing({ noun, id, param: 'id' });
          return ok(row.object === 'event' ? eventView(deps, row as Event) : row);
        },
      }),
    );
  }
}
