import { RISK_LEVELS } from '@stagereel/contracts';
import { type Connection, type Model, Schema } from 'mongoose';
import { FAILED_OUTCOMES, SIGN_IN_OUTCOMES, type SignInEvent, type SignInLog } from '../domain/sign-in/sign-in-log.ts';
import type { Sweepable } from '../domain/sweep-expired.ts';

type SignInRecord = Omit<SignInEvent, 'id'> & { _id: string };
export type SignInModel = Model<SignInRecord>;

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

export const connectSignInModel = (connection: Connection): SignInModel =>
  connection.model<SignInRecord>('SignInEvent', schema, 'sign-in-events');

export const toSignInEvent = ({ _id, ...fields }: SignInRecord): SignInEvent => ({ id: _id, ...fields });

export const createSignInLog = (model: SignInModel): SignInLog & Sweepable => ({
  append: async ({ id, ...fields }) => {
    await model.create({ _id: id, ...fields });
  },
  failuresOfAddress: ({ email, since }) => model.countDocuments({ ...failed, email, at: { $gt: since } }),
  failuresOfNetwork: async ({ network, since }) => {
    const accounts = await model.aggregate<{ _id: string; failures: number }>([
      { $match: { ...failed, network, at: { $gt: since } } },
      { $group: { _id: '$email', failures: { $sum: 1 } } },
    ]);
    return { accounts: accounts.length, failures: accounts.reduce((sum, { failures }) => sum + failures, 0) };
  },
  hasSucceeded: async ({ email, network }) => (await model.exists({ email, network, outcome: 'succeeded' })) !== null,
  removeExpired: async (now) => {
    await model.deleteMany({ expiresAt: { $lte: now } });
  },
});
