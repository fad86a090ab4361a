import { createHash } from 'node:crypto';
import { ERASURE_KEPT_SECONDS } from '@stagereel/contracts';
import { type Connection, Schema } from 'mongoose';

type Erasure = {
  email: string;
  /** Stands in place of the address from now on. */
  pseudonym: string;
  /** What is stored about the address afterwards is not affected. */
  requestedAt: Date;
};

/**
 * Remembers which addresses were erased, because a message from before an erasure may arrive after it. To miss none, an erasure is remembered
 * before the stored data is searched, and a record is stored before `find` is called for it.
 */
export type Erasures = {
  remember: (erasure: Erasure) => Promise<void>;
  /** The pseudonym of an address whose data of that time was erased; undefined if it was not. */
  find: (input: { email: string; at: Date }) => Promise<string | undefined>;
};

type ErasureRecord = { _id: string; pseudonym: string; requestedAt: Date; purgeAt: Date };

const schema = new Schema<ErasureRecord>(
  {
    _id: String,
    pseudonym: { type: String, required: true },
    requestedAt: { type: Date, required: true },
    purgeAt: { type: Date, required: true },
  },
  { versionKey: false },
);
schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

const idOf = (email: string): string => createHash('sha256').update(email).digest('base64url');

/** One document per address, which contains only its hash. */
export const createErasures = (mongo: Connection): Erasures => {
  const records = mongo.model('Erasure', schema, 'erasures');
  return {
    remember: async ({ email, pseudonym, requestedAt }) => {
      const purgeAt = new Date(requestedAt.getTime() + ERASURE_KEPT_SECONDS * 1000);
      await records.updateOne({ _id: idOf(email) }, { $set: { pseudonym }, $max: { requestedAt, purgeAt } }, { upsert: true });
    },
    find: async ({ email, at }) => {
      const found = await records.findOne({ _id: idOf(email), requestedAt: { $gte: at } }).lean();
      return found?.pseudonym;
    },
  };
};
