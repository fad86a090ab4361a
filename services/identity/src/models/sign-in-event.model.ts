import { type Connection, Schema } from 'mongoose';
import { FAILED_OUTCOMES, RISK_LEVELS, SIGN_IN_OUTCOMES, type SignInEvent, type SignInLog } from '../domain/sign-in/sign-in-log.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type SignInRecord = Omit<SignInEvent, 'id'> & { _id: string };

const schema = new Schema<SignInRecord>(
  {
    _id: String,
    at: { type: Date, required: true },
    door: { type: String, enum: ['admin', 'customer', 'registration'], required: true },
    email: { type: String, required: true },
    userId: { type: String, default: null },
    outcome: { type: String, enum: SIGN_IN_OUTCOMES, required: true },
    ip: { type: String, required: true },
    network: { type: String, required: true },
    userAgentHash: { type: String, required: true },
    risk: {
      isNewNetwork: { type: Boolean, required: true },
      isNewDevice: { type: Boolean, required: true },
      failuresOfAddress: { type: Number, required: true },
      failedAccountsOfNetwork: { type: Number, required: true },
      score: { type: Number, required: true },
      level: { type: String, enum: RISK_LEVELS, required: true },
    },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ network: 1, at: 1 });
schema.index({ email: 1, at: 1 });
schema.index({ at: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const failed = { outcome: { $in: FAILED_OUTCOMES } };

export const createSignInLog = (connection: Connection): SignInLog & Sweepable => {
  const Event = connection.model('SignInEvent', schema, 'sign-in-events');
  return {
    append: async ({ id, ...fields }) => {
      await Event.create({ _id: id, ...fields });
    },
    failuresOfAddress: ({ email, since }) => Event.countDocuments({ ...failed, email, at: { $gt: since } }),
    failuresOfNetwork: async ({ network, since }) => {
      const accounts = await Event.aggregate<{ _id: string; failures: number }>([
        { $match: { ...failed, network, at: { $gt: since } } },
        { $group: { _id: '$email', failures: { $sum: 1 } } },
      ]);
      return { accounts: accounts.length, failures: accounts.reduce((sum, { failures }) => sum + failures, 0) };
    },
    hasSucceeded: async ({ email, network }) => (await Event.exists({ email, network, outcome: 'succeeded' })) !== null,
    removeExpired: async (now) => {
      await Event.deleteMany({ expiresAt: { $lte: now } });
    },
  };
};
