import { DAY, type EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, outboxFields } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import { addSeconds } from '../domain/clock.ts';
import type { ListedNetwork, NetworkList } from '../domain/network/network.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type NetworkRecord = {
  _id: string;
  /** Missing after the network was removed from the list. */
  until?: Date;
  email?: string | null;
  liftedAt?: Date;
  /** The record is deleted at this time, when its events are published. */
  purgeAt: Date;
  outbox?: EventEnvelope[];
  outboxDueAt?: Date;
  outboxClaim?: string;
};

const schema = new Schema<NetworkRecord>(
  { _id: String, until: Date, email: String, liftedAt: Date, purgeAt: { type: Date, required: true }, ...outboxFields },
  { versionKey: false },
);
schema.index({ until: -1, _id: 1 });
schema.index({ email: 1 }, { sparse: true });
schema.index({ outboxDueAt: 1 }, { sparse: true });
// Not a TTL index, because that would delete unpublished events.
schema.index({ purgeAt: 1 });

export const BLOCKED_NETWORKS = 'blocked-networks';
export const TRUSTED_NETWORKS = 'trusted-networks';
const modelNames = { [BLOCKED_NETWORKS]: 'BlockedNetwork', [TRUSTED_NETWORKS]: 'TrustedNetwork' } as const;

/** `removedAt` is only compared with failures of the last day. */
const REMOVED_SECONDS = DAY;

const toListed = ({ _id: network, until, email = null }: NetworkRecord): ListedNetwork[] => (until ? [{ network, until, email }] : []);

/** One document per network. */
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
    add: async ({ network, until, email }) => {
      await Network.updateOne({ _id: network }, { $max: { until, purgeAt: until }, $set: { email } }, { upsert: true });
    },
    remove: async ({ network, now, events }) => {
      const { modifiedCount } = await Network.updateOne(
        { _id: network, until: { $gt: now } },
        {
          ...appendToOutbox(events),
          $set: { liftedAt: now, purgeAt: addSeconds({ to: now, seconds: REMOVED_SECONDS }) },
          $unset: { until: '', email: '' },
        },
      );
      return modifiedCount === 1;
    },
    removedAt: async (network) => (await Network.findOne({ _id: network }, { liftedAt: 1 }).lean())?.liftedAt,
    removeByEmail: async ({ email, now }) => {
      await Network.updateMany({ email }, { $set: { purgeAt: now }, $unset: { until: '', email: '' } });
    },
    removeExpired: async (now) => {
      await Network.deleteMany({ purgeAt: { $lte: now }, outbox: { $exists: false } });
    },
  };
};
