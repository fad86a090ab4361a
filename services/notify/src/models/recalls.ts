import { DAY } from '@stagereel/contracts';
import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Delivery, Recalls } from '../domain/ports.ts';

type RecallDocument = { _id: string; recalledAt: Date };

/** As long as an operator may replay a mail that failed. */
const KEEP_SECONDS = 90 * DAY;

const recallSchema = new Schema<RecallDocument>(
  { _id: { type: String, required: true }, recalledAt: { type: Date, required: true } },
  { collection: 'recalls', versionKey: false },
);
recallSchema.index({ recalledAt: 1 }, { expireAfterSeconds: KEEP_SECONDS });

const idOf = ({ orderNumber, deliveredAt }: Delivery): string => `${orderNumber} ${deliveredAt.toISOString()}`;

/** The recalls of deliveries in MongoDB, one record each. */
export const createRecalls = (connection: Connection): Recalls => {
  const model = connection.model<RecallDocument>('Recall', recallSchema);
  return {
    has: async (delivery) => (await model.exists({ _id: idOf(delivery) })) !== null,
    note: async ({ recalledAt, ...delivery }) => {
      try {
        await model.create({ _id: idOf(delivery), recalledAt });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
    removeOld: async (now) =>
      (await model.deleteMany({ recalledAt: { $lte: new Date(now.getTime() - KEEP_SECONDS * 1000) } })).deletedCount,
  };
};
