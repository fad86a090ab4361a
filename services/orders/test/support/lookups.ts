import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import { databaseName, waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import type { Shop } from './shop.ts';

/** Sends lookups and reads the stored ones. */
export const openLookups = async (shop: Shop) => {
  const { MONGODB_URL, NAMESPACE } = shop.config;
  const connection = await mongoose.createConnection(MONGODB_URL, { dbName: databaseName({ NAMESPACE }, 'orders') }).asPromise();
  const stored = connection.collection<{ _id: string }>('lookups');

  return {
    lookUp: ({ orderNumber, email, ip = '203.0.113.1' }: { orderNumber: unknown; email: unknown; ip?: string }) =>
      shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber, email }, headers: { 'x-forwarded-for': ip } }),

    linkEvents: (orderNumber: string): EventEnvelope[] =>
      shop.probe.ofType('order-link.requested').filter(({ data }) => (data as { orderNumber: string }).orderNumber === orderNumber),

    countStored: () => stored.countDocuments({}),
    /** Waits until all lookups are processed and the probe has received their events: the marker arrives after them. */
    waitUntilProcessed: async (): Promise<void> => {
      await waitUntil(async () => (await stored.countDocuments({})) === 0, { what: 'all lookups to be processed', everyMs: 5 });
      const id = randomUUID();
      await shop.probe.publishRaw('test.marker', JSON.stringify({ id, type: 'test.marker' }));
      await shop.probe.waitFor('test.marker', (event) => event.id === id);
    },

    /** Stores lookups as a process leaves them that crashes before it has processed them. */
    storeUnprocessed: (lookups: { orderNumber: string; email: string; requestedAt?: Date }[]) =>
      stored.insertMany(
        lookups.map(({ requestedAt = new Date(), ...lookup }) => ({
          _id: randomUUID(),
          ...lookup,
          askedAt: requestedAt,
          openSince: requestedAt,
          correlationId: 'unprocessed',
        })),
      ),
    stop: () => connection.close(),
  };
};
