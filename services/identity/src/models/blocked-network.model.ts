import { type Connection, Schema } from 'mongoose';
import type { BlockedNetworkStore } from '../domain/sign-in/blocked-network-store.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type BlockedRecord = { _id: string; until: Date };

const schema = new Schema<BlockedRecord>({ _id: String, until: { type: Date, required: true } }, { versionKey: false });
schema.index({ until: 1 }, { expireAfterSeconds: 0 });

export const createBlockedNetworkStore = (connection: Connection): BlockedNetworkStore & Sweepable => {
  const Blocked = connection.model('BlockedNetwork', schema, 'blocked-networks');
  return {
    blockedUntil: async ({ network, now }) => {
      const found = await Blocked.findOne({ _id: network, until: { $gt: now } }).lean();
      return found?.until;
    },
    block: async ({ network, until }) => {
      await Blocked.updateOne({ _id: network }, { $max: { until } }, { upsert: true });
    },
    removeExpired: async (now) => {
      await Blocked.deleteMany({ until: { $lte: now } });
    },
  };
};
