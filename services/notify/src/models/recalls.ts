import { DAY } from '@stagereel/contracts';
import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Recalls } from '../domain/ports.ts';

type RecallDocument = { _id: string; recalledAt: Date };

/** As long as an operator may replay a mail that failed. */
const KEEP_SECONDS = 90 * DAY;

const recallSchema = new Schema<RecallDocument>(
  { _id: { type: String, required: true }, recalledAt: { type: Date, required: true } },
  { collection: 'recalls', versionKey: false },
);
recallSchema.index({ recalledAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

/** The recalls of orders in MongoDB, one record an order. */
export const createRecalls = (connection: Connection): Recalls => {
  const model = connection.model<RecallDocument>('Recall', recallSchema);
  return {
    latestOf: async (orderNumber) => (await model.findOne({ _id: orderNumber }).lean())?.recalledAt ?? null,
    note: async ({ orderNumber, recalledAt }) => {
      const write = () => model.updateOne({ _id: orderNumber }, { $max: { recalledAt } }, { upsert: true });
      await write().catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        return write();
      });
    },
    removeOld: async (now) =>
      (await model.deleteMany({ recalledAt: { $lte: new Date(now.getTime() - KEEP_SECONDS * 1000) } })).deletedCount,
  };
};
