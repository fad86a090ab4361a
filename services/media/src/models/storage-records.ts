import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { OrphanScanLease, StorageMarkRepository } from '../domain/storage/storage.ts';

/** A service has one storage, so each of these collections has one document. */
const ONLY = { _id: 'storage' };

type MarkDocument = { _id: string; storageId: string; turn: number };

const markSchema = new Schema<MarkDocument>(
  { _id: { type: String, required: true }, storageId: { type: String, required: true }, turn: { type: Number, required: true } },
  { collection: 'storageMarks', versionKey: false },
);

export const createStorageMarkRepository = (connection: Connection): StorageMarkRepository => {
  const model = connection.model<MarkDocument>('StorageMark', markSchema);

  const find = async () => {
    const row = await model.findOne(ONLY).lean();
    return row ? { id: row.storageId, turn: row.turn } : undefined;
  };
  const findOrThrow = async () => {
    const mark = await find();
    if (!mark) throw new Error('The database has no storage mark');
    return mark;
  };

  return {
    find,
    create: async (id) => {
      try {
        await model.updateOne(ONLY, { $setOnInsert: { storageId: id, turn: 0 } }, { upsert: true });
      } catch (error) {
        // Another replica has inserted it first.
        if (!isDuplicateKey(error)) throw error;
      }
      return findOrThrow();
    },
    advance: async () => {
      await model.updateOne(ONLY, { $inc: { turn: 1 } });
      return findOrThrow();
    },
    replace: async ({ id, turn }) => {
      await model.updateOne(ONLY, { $set: { storageId: id, turn } }, { upsert: true });
    },
  };
};

type ScanDocument = { _id: string; dueAt: Date };

const scanSchema = new Schema<ScanDocument>(
  { _id: { type: String, required: true }, dueAt: { type: Date, required: true } },
  { collection: 'orphanScans', versionKey: false },
);

export const createOrphanScanLease = (connection: Connection): OrphanScanLease => {
  const model = connection.model<ScanDocument>('OrphanScan', scanSchema);
  return {
    begin: async ({ now, until }) => {
      try {
        // The first scan inserts the document.
        await model.updateOne({ ...ONLY, dueAt: { $lte: now } }, { $set: { dueAt: until } }, { upsert: true });
        return true;
      } catch (error) {
        // The document exists and is not due.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    end: async (nextAt) => {
      await model.updateOne(ONLY, { $set: { dueAt: nextAt } });
    },
  };
};
