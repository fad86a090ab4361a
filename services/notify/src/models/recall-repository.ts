import { MAIL_RECORD_SECONDS } from '@stagereel/contracts';
import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { Delivery, RecallRepository } from '../domain/mail/mail-record.ts';

type RecallDocument = { _id: string; recalledAt: Date };

const recallSchema = new Schema<RecallDocument>(
  { _id: { type: String, required: true }, recalledAt: { type: Date, required: true } },
  { collection: 'recalls', versionKey: false },
);
recallSchema.index({ recalledAt: 1 }, { expireAfterSeconds: MAIL_RECORD_SECONDS });

const idOf = ({ orderNumber, deliveredAt }: Delivery): string => `${orderNumber} ${deliveredAt.toISOString()}`;

export const createRecallRepository = (connection: Connection): RecallRepository => {
  const model = connection.model<RecallDocument>('Recall', recallSchema);
  return {
    has: async (delivery) => (await model.exists({ _id: idOf(delivery) })) !== null,
    add: async ({ recalledAt, ...delivery }) => {
      try {
        await model.create({ _id: idOf(delivery), recalledAt });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
};
