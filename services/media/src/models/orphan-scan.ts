import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { OrphanScan } from '../domain/ports.ts';

type ScanDocument = { _id: string; dueAt: Date };

/** There is one storage. */
const ONLY = { _id: 'storage' };

const scanSchema = new Schema<ScanDocument>(
  { _id: { type: String, required: true }, dueAt: { type: Date, required: true } },
  { collection: 'orphanScans', versionKey: false },
);

export const createOrphanScan = (connection: Connection): OrphanScan => {
  const model = connection.model<ScanDocument>('OrphanScan', scanSchema);
  return {
    begin: async ({ now, until }) => {
      try {
        // The first scan makes the record.
        await model.updateOne({ ...ONLY, dueAt: { $lte: now } }, { $set: { dueAt: until } }, { upsert: true });
        return true;
      } catch (error) {
        // It is there, and not due.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    end: async (nextAt) => {
      await model.updateOne(ONLY, { $set: { dueAt: nextAt } });
    },
  };
};
