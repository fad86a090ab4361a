import { type Connection, Schema } from 'mongoose';
import type { Applicant } from '../domain/registration/pending-registration.ts';
import type { WantedAccount, WantedAccountStore } from '../domain/registration/wanted-account.ts';

type WantedRecord = {
  _id: string;
  applicant?: Applicant;
  orderNumber?: string;
  result?: WantedAccount['result'];
  expiresAt: Date;
};

const text = { type: String, required: true } as const;
const schema = new Schema<WantedRecord>(
  {
    _id: String,
    applicant: {
      type: new Schema<Applicant>({ userId: text, email: text, name: text, passwordHash: text }, { _id: false }),
      default: undefined,
    },
    orderNumber: String,
    result: { type: new Schema({ kind: text, userId: String, fingerprint: String }, { _id: false }), default: undefined },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ orderNumber: 1 }, { sparse: true });
schema.index({ 'applicant.email': 1 }, { sparse: true });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** One document per browser. */
export const createWantedAccountStore = (connection: Connection): WantedAccountStore => {
  const Wanted = connection.model('WantedAccount', schema, 'wanted-accounts');
  return {
    save: async ({ id, ...fields }) => {
      await Wanted.replaceOne({ _id: id }, fields, { upsert: true });
    },
    bindToOrder: async ({ id, orderNumber, now }) => {
      const unpaid = { _id: id, applicant: { $exists: true }, expiresAt: { $gt: now } };
      const { matchedCount } = await Wanted.updateOne(unpaid, { $set: { orderNumber } });
      return matchedCount === 1;
    },
    find: async ({ id, now }) => {
      const found = await Wanted.findOne({ _id: id, expiresAt: { $gt: now } }).lean();
      return found ? { id, applicant: found.applicant, orderNumber: found.orderNumber, result: found.result } : undefined;
    },
    findByOrder: async ({ orderNumber, email, now }) => {
      // Without Mongoose, whose query costs as much again as the driver's, because it runs for every paid order.
      const found = await Wanted.collection.findOne<WantedRecord>({ orderNumber, 'applicant.email': email, expiresAt: { $gt: now } });
      return found?.applicant ? { id: found._id, applicant: found.applicant } : undefined;
    },
    finish: async ({ id, userId, result }) => {
      await Wanted.updateOne({ _id: id, 'applicant.userId': userId }, { $set: { result }, $unset: { applicant: '' } });
    },
    remove: async (id) => {
      const { deletedCount } = await Wanted.deleteOne({ _id: id });
      return deletedCount === 1;
    },
    listByEmail: async (email) =>
      (await Wanted.find({ 'applicant.email': email }).lean()).flatMap(({ applicant }) => (applicant ? [applicant] : [])),
    removeByEmail: async ({ email, lastExpiry }) => {
      await Wanted.deleteMany({ 'applicant.email': email, expiresAt: { $lte: lastExpiry } });
    },
  };
};
