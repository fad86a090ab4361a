import { CODE_TRIES } from '@stagereel/contracts';
import { type Connection, Schema } from 'mongoose';
import type { AuthenticatorSetup, AuthenticatorSetupStore } from '../domain/two-factor/authenticator.ts';

type SetupRecord = Omit<AuthenticatorSetup, 'sid'> & { _id: string; tries: number };

const schema = new Schema<SetupRecord>(
  {
    _id: String,
    userId: { type: String, required: true },
    sealedSecret: { type: String, required: true },
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** One document per session. */
export const createAuthenticatorSetupStore = (connection: Connection): AuthenticatorSetupStore => {
  const Setup = connection.model('TwoFactorSetup', schema, 'two-factor-setups');
  return {
    start: async ({ sid, ...fields }) => {
      await Setup.updateOne({ _id: sid }, { $set: { ...fields, tries: 0 } }, { upsert: true });
    },
    find: async ({ sid, now }) => {
      const found = await Setup.findOne({ _id: sid, expiresAt: { $gt: now } }).lean();
      if (!found) return undefined;
      const { userId, sealedSecret, expiresAt } = found;
      return { sid, userId, sealedSecret, expiresAt };
    },
    countTry: async ({ sid, sealedSecret, now }) => {
      const open = { _id: sid, sealedSecret, tries: { $lt: CODE_TRIES }, expiresAt: { $gt: now } };
      const { modifiedCount } = await Setup.updateOne(open, { $inc: { tries: 1 } });
      return modifiedCount === 1;
    },
    remove: async ({ sid }) => {
      await Setup.deleteOne({ _id: sid });
    },
    removeByUser: async (userId) => {
      await Setup.deleteMany({ userId });
    },
  };
};
