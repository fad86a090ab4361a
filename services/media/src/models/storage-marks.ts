import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { StorageMarks } from '../domain/ports.ts';

type MarkDocument = { _id: string; storageId: string; turn: number };

/** There is one storage. */
const ONLY = { _id: 'storage' };

const markSchema = new Schema<MarkDocument>(
  { _id: { type: String, required: true }, storageId: { type: String, required: true }, turn: { type: Number, required: true } },
  { collection: 'storageMarks', versionKey: false },
);

export const createStorageMarks = (connection: Connection): StorageMarks => {
  const model = connection.model<MarkDocument>('StorageMark', markSchema);

  const known = async () => {
    const row = await model.findOne(ONLY).lean();
    return row ? { id: row.storageId, turn: row.turn } : undefined;
  };
  const mustKnow = async () => {
    const mark = await known();
    if (!mark) throw new Error('the database knows of no storage');
    return mark;
  };

  return {
    find: known,
    begin: async (id) => {
      try {
        await model.updateOne(ONLY, { $setOnInsert: { storageId: id, turn: 0 } }, { upsert: true });
      } catch (error) {
        // Another replica was faster.
        if (!isDuplicateKey(error)) throw error;
      }
      return mustKnow();
    },
    advance: async () => {
      await model.updateOne(ONLY, { $inc: { turn: 1 } });
      return mustKnow();
    },
    replace: async ({ id, turn }) => {
      await model.updateOne(ONLY, { $set: { storageId: id, turn } }, { upsert: true });
    },
  };
};
