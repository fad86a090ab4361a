import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import type { Shop } from './shop.ts';

type Asked = { orderNumber: unknown; email: unknown; ip?: string };

/** What tests of look-ups ask and look at. */
export const openLookups = async (shop: Shop) => {
  const { MONGODB_URL, MONGODB_DATABASE } = shop.config;
  const connection = await mongoose.createConnection(MONGODB_URL, { dbName: MONGODB_DATABASE }).asPromise();
  const stored = connection.collection<{ _id: string }>('lookups');

  return {
    lookUp: ({ orderNumber, email, ip = '203.0.113.1' }: Asked) =>
      shop.call({ method: 'POST', path: '/api/orders/lookup', body: { orderNumber, email }, headers: { 'x-forwarded-for': ip } }),

    linkEvents: (orderNumber: string): EventEnvelope[] =>
      shop.probe.ofType('order-link.requested').filter(({ data }) => (data as { orderNumber: string }).orderNumber === orderNumber),

    countStored: () => stored.countDocuments({}),
    /** Every look-up has its answer, and the probe has seen what it caused: whatever was on the broker before the marker. */
    untilDone: async (): Promise<void> => {
      await waitUntil(async () => (await stored.countDocuments({})) === 0, { what: 'the look-ups to be answered', everyMs: 5 });
      const id = randomUUID();
      await shop.probe.publishRaw('test.marker', JSON.stringify({ id, type: 'test.marker' }));
      await shop.probe.waitFor('test.marker', (event) => event.id === id);
    },

    /** Look-ups that a process took down and did not live to answer. */
    leaveBehind: (asked: { orderNumber: string; email: string; askedAt?: Date }[]) =>
      stored.insertMany(
        asked.map(({ askedAt = new Date(), ...lookup }) => ({
          _id: randomUUID(),
          ...lookup,
          askedAt,
          openSince: askedAt,
          correlationId: 'left-behind',
        })),
      ),
    close: () => connection.close(),
  };
};
export type Lookups = Awaited<ReturnType<typeof openLookups>>;
