import { PASSWORD_CHANGE_TRIES } from '@stagereel/contracts';
import { type Connection, Schema } from 'mongoose';
import type { PasswordGrant, PasswordGrantStore } from '../domain/password/password-grant.ts';

type GrantRecord = Omit<PasswordGrant, 'sid'> & { _id: string; tries: number };

const schema = new Schema<GrantRecord>(
  {
    _id: String,
    userId: { type: String, required: true },
    tries: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const activeFilter = ({ sid, now }: { sid: string; now: Date }) => ({
  _id: sid,
  tries: { $lt: PASSWORD_CHANGE_TRIES },
  expiresAt: { $gt: now },
});

/** One document per session. */
export const createPasswordGrantStore = (connection: Connection): PasswordGrantStore => {
  const Grant = connection.model('PasswordGrant', schema, 'password-grants');
  return {
    save: async ({ sid, ...fields }) => {
      await Grant.updateOne({ _id: sid }, { $set: { ...fields, tries: 0 } }, { upsert: true });
    },
    isActive: async (input) => (await Grant.exists(activeFilter(input))) !== null,
    countTry: async (input) => {
      const { modifiedCount } = await Grant.updateOne(activeFilter(input), { $inc: { tries: 1 } });
      return modifiedCount === 1;
    },
    remove: async ({ sid }) => {
      await Grant.deleteOne({ _id: sid });
    },
    removeByUser: async (userId) => {
      await Grant.deleteMany({ userId });
    },
  };
};
