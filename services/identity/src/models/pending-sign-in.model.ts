import { type Connection, Schema } from 'mongoose';
import type { PendingSignIn, PendingSignInStore } from '../domain/sign-in/pending-sign-in-store.ts';

type PendingRecord = Omit<PendingSignIn, 'tokenHash' | 'passwordFingerprint'> & { _id: string; passwordMark: string };

const schema = new Schema<PendingRecord>(
  {
    _id: String,
    userId: { type: String, required: true },
    passwordMark: { type: String, required: true },
    email: { type: String, required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ userId: 1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const createPendingSignInStore = (connection: Connection): PendingSignInStore => {
  const Pending = connection.model('PendingSignIn', schema, 'pending-sign-ins');
  return {
    start: async ({ tokenHash, passwordFingerprint, ...fields }) => {
      await Pending.create({ _id: tokenHash, passwordMark: passwordFingerprint, ...fields });
    },
    find: async ({ tokenHash, now }) => {
      const found = await Pending.findOne({ _id: tokenHash, expiresAt: { $gt: now } }).lean();
      if (!found) return undefined;
      const { userId, passwordMark, email, expiresAt } = found;
      return { tokenHash, userId, passwordFingerprint: passwordMark, email, expiresAt };
    },
    extend: async ({ tokenHash, now, expiresAt }) => {
      const { matchedCount } = await Pending.updateOne({ _id: tokenHash, expiresAt: { $gt: now } }, { $set: { expiresAt } });
      return matchedCount === 1;
    },
    finish: async ({ tokenHash }) => {
      const { deletedCount } = await Pending.deleteOne({ _id: tokenHash });
      return deletedCount === 1;
    },
    removeByUser: async (userId) => {
      await Pending.deleteMany({ userId });
    },
  };
};
