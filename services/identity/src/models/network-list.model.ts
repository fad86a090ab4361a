import { DAY, type EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { later } from '../domain/clock.ts';
import type { ListedNetwork, NetworkList } from '../domain/networks/network-list.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type NetworkRecord = {
  _id: string;
  /** Missing once it was lifted. */
  until?: Date;
  email?: string | null;
  liftedAt?: Date;
  /** From then on nothing needs to be known of it. */
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const schema = new Schema<NetworkRecord>(
  { _id: String, until: Date, email: String, liftedAt: Date, purgeAt: { type: Date, required: true }, ...outboxFields },
  { versionKey: false },
);
schema.index({ until: -1 });
schema.index({ email: 1 }, { sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });
// No TTL index: it would not wait for the last event.
schema.index({ purgeAt: 1 });

export const BLOCKED_NETWORKS = 'blocked-networks';
export const TRUSTED_NETWORKS = 'trusted-networks';
const modelNames = { [BLOCKED_NETWORKS]: 'BlockedNetwork', [TRUSTED_NETWORKS]: 'TrustedNetwork' } as const;

/** Whoever leaves out the failures before a lifted block looks no further back. */
const LIFTED_SECONDS = DAY;

const toListed = ({ _id: network, until, email = null }: NetworkRecord): ListedNetwork[] => (until ? [{ network, until, email }] : []);

/** One document a network. */
export const createNetworkList = (connection: Connection, name: keyof typeof modelNames): NetworkList & Sweepable => {
  const Network = connection.model(modelNames[name], schema, name);
  return {
    find: async ({ network, now }) => {
      const found = await Network.findOne({ _id: network, until: { $gt: now } }).lean();
      return found ? toListed(found)[0] : undefined;
    },
    list: async (now) => {
      const found = await Network.find({ until: { $gt: now } })
        .sort({ until: -1, _id: 1 })
        .lean();
      return found.flatMap(toListed);
    },
    put: async ({ network, until, email }) => {
      await Network.updateOne({ _id: network }, { $max: { until, purgeAt: until }, $set: { email } }, { upsert: true });
    },
    lift: async ({ network, now, events }) => {
      const { $push, $set } = appendToOutbox(events);
      const { modifiedCount } = await Network.updateOne(
        { _id: network, until: { $gt: now } },
        {
          $push,
          $set: { ...$set, liftedAt: now, purgeAt: later({ than: now, seconds: LIFTED_SECONDS }) },
          $unset: { until: '', email: '' },
        },
      );
      return modifiedCount === 1;
    },
    liftedAt: async (network) => (await Network.findOne({ _id: network }, { liftedAt: 1 }).lean())?.liftedAt,
    removeOf: async ({ email, now }) => {
      await Network.updateMany({ email }, { $set: { purgeAt: now }, $unset: { until: '', email: '' } });
    },
    removeExpired: async (now) => {
      await Network.deleteMany({ purgeAt: { $lte: now }, outbox: { $exists: false } });
    },
  };
};
