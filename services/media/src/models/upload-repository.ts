import { isDuplicateKey } from '@stagereel/service-kit';
import { type Connection, Schema } from 'mongoose';
import type { UploadRecord, UploadRepository } from '../domain/upload/upload.ts';

/** `requestKey` is unset when there is none, because its index is unique. */
type UploadDocument = Omit<UploadRecord, 'id' | 'requestKey'> & { _id: string; requestKey?: string };

const text = { type: String, required: true };
const optionalText = { type: String, default: null };
const amount = { type: Number, required: true };
const time = { type: Date, required: true };

const uploadSchema = new Schema<UploadDocument>(
  {
    _id: text,
    contestId: text,
    fileName: text,
    fileSize: amount,
    mediaType: text,
    totalChunks: amount,
    category: text,
    lineId: optionalText,
    sha256: optionalText,
    requestKey: String,
    storageHandle: optionalText,
    state: text,
    checkId: optionalText,
    refusal: optionalText,
    media: { type: Schema.Types.Mixed, default: null },
    isSettled: { type: Boolean, required: true },
    isBegun: { type: Boolean, required: true },
    createdAt: time,
    touchedAt: time,
  },
  { collection: 'uploads', versionKey: false, minimize: false },
);
uploadSchema.index({ requestKey: 1 }, { unique: true, sparse: true });
uploadSchema.index({ contestId: 1 });
uploadSchema.index({ touchedAt: 1 });
uploadSchema.index({ state: 1, isSettled: 1 });

const INCOMPLETE: UploadRecord['state'][] = ['open', 'checking'];

const toRecord = ({ _id, requestKey, ...fields }: UploadDocument): UploadRecord => ({
  ...fields,
  id: _id,
  requestKey: requestKey ?? null,
});

export const createUploadRepository = (connection: Connection): UploadRepository => {
  const model = connection.model<UploadDocument>('Upload', uploadSchema);
  return {
    insert: async ({ id, requestKey, ...upload }) => {
      try {
        await model.create({ _id: id, ...upload, ...(requestKey !== null && { requestKey }) });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return false;
      }
    },

    findByRequest: async (requestKey) => {
      const row = await model.findOne({ requestKey }).lean();
      return row && toRecord(row);
    },

    find: async ({ id, contestId }) => {
      const row = await model.findOne({ _id: id, contestId }).lean();
      return row && toRecord(row);
    },

    touch: async ({ id, now }) => {
      const { matchedCount } = await model.updateOne({ _id: id, state: 'open' }, { $set: { touchedAt: now, isBegun: true } });
      return matchedCount === 1;
    },

    startCheck: async ({ id, checkId, now }) => {
      await model.updateOne({ _id: id, state: { $in: INCOMPLETE } }, { $set: { touchedAt: now, isBegun: true } });
      await model.updateOne({ _id: id, state: 'open' }, { $set: { state: 'checking', checkId } });
      const row = await model.findOne({ _id: id }).lean();
      return row && toRecord(row);
    },

    reopen: async ({ id, checkId }) => {
      await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'open', checkId: null } });
    },

    complete: async ({ id, checkId, media }) => {
      const { matchedCount } = await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'completed', media } });
      return matchedCount === 1;
    },

    refuse: async ({ id, checkId, refusal }) => {
      const { matchedCount } = await model.updateOne({ _id: id, state: 'checking', checkId }, { $set: { state: 'refused', refusal } });
      return matchedCount === 1;
    },

    markSettled: async (id) => {
      await model.updateOne({ _id: id, state: 'completed' }, { $set: { isSettled: true } });
    },

    remove: async (id) => {
      await model.deleteOne({ _id: id });
    },

    discard: async ({ id, states, untouchedSince, isUnbegun }) => {
      const isStale = { ...(untouchedSince && { touchedAt: { $lt: untouchedSince } }), ...(isUnbegun && { isBegun: false }) };
      const { deletedCount } = await model.deleteOne({ _id: id, state: { $in: states }, isSettled: false, ...isStale });
      return deletedCount === 1;
    },

    listUnsettled: async () => (await model.find({ state: 'completed', isSettled: false }).lean()).map(toRecord),

    listUntouchedSince: async (time) => (await model.find({ touchedAt: { $lt: time } }).lean()).map(toRecord),

    listUnbegunSince: async (time) => (await model.find({ touchedAt: { $lt: time }, isBegun: false, state: 'open' }).lean()).map(toRecord),

    listByContest: async (contestId) => (await model.find({ contestId }).lean()).map(toRecord),

    summarizeOpen: async () => {
      const rows = await model.find({ state: { $in: INCOMPLETE } }, { fileSize: 1 }).lean();
      return { ids: rows.map(({ _id }) => _id), bytes: rows.reduce((sum, { fileSize }) => sum + fileSize, 0) };
    },

    filterUnknownKeys: async (keys) => {
      const rows = await model.find({ _id: { $in: keys }, state: { $ne: 'refused' }, isSettled: false }, { _id: 1 }).lean();
      const known = new Set(rows.map(({ _id }) => _id));
      return keys.filter((key) => !known.has(key));
    },
  };
};
