import { type Connection, Schema } from 'mongoose';
import type { ChunkRepository } from '../domain/upload/upload.ts';

type ChunkDocument = {
  /** `uploadId:index` */
  _id: string;
  uploadId: string;
  index: number;
  /** Set once the chunk is stored completely. */
  checksum?: number;
  /** Bytes. Set with the checksum. */
  size?: number;
  receipt?: string | null;
  writers: { token: string; until: Date }[];
};

const chunkSchema = new Schema<ChunkDocument>(
  {
    _id: { type: String, required: true },
    uploadId: { type: String, required: true },
    index: { type: Number, required: true },
    checksum: Number,
    size: Number,
    receipt: String,
    writers: { type: [{ _id: false, token: String, until: Date }], default: [] },
  },
  { collection: 'chunks', versionKey: false },
);
chunkSchema.index({ uploadId: 1, index: 1 });

const idOf = ({ uploadId, index }: { uploadId: string; index: number }): string => `${uploadId}:${index}`;

export const createChunkRepository = (connection: Connection): ChunkRepository => {
  const model = connection.model<ChunkDocument>('Chunk', chunkSchema);
  return {
    beginWrite: async ({ token, until, ...chunk }) => {
      const before = await model
        .findOneAndUpdate(
          { _id: idOf(chunk) },
          { $set: chunk, $push: { writers: { token, until } } },
          { upsert: true, returnDocument: 'before', projection: { checksum: 1 } },
        )
        .lean();
      return { wasStored: before?.checksum !== undefined };
    },

    markUnstored: async ({ token, ...chunk }) => {
      await model.updateOne({ _id: idOf(chunk), 'writers.token': token }, { $unset: { checksum: 1, receipt: 1, size: 1 } });
    },

    extendWrite: async ({ token, now, until, ...chunk }) => {
      const unexpired = { token, until: { $gte: now } };
      const { matchedCount } = await model.updateOne(
        { _id: idOf(chunk), writers: { $elemMatch: unexpired } },
        { $set: { 'writers.$[writer].until': until } },
        { arrayFilters: [{ 'writer.token': token }] },
      );
      return matchedCount === 1;
    },

    endWrite: async ({ token, ...chunk }) => {
      await model.updateOne({ _id: idOf(chunk) }, { $pull: { writers: { token } } });
      // Without writers and bytes the document is useless, and its upload may not exist any more.
      await model.deleteOne({ _id: idOf(chunk), checksum: { $exists: false }, writers: { $size: 0 } });
    },

    markStored: async ({ token, checksum, receipt, size, ...chunk }) => {
      const { matchedCount } = await model.updateOne(
        { _id: idOf(chunk), 'writers.token': token },
        { $set: { checksum, receipt, size }, $pull: { writers: { token } } },
      );
      return matchedCount === 1;
    },

    listStored: async (uploadId) => {
      const rows = await model
        .find({ uploadId, checksum: { $exists: true } }, { index: 1, checksum: 1, receipt: 1 })
        .sort({ index: 1 })
        .lean();
      return rows.map(({ index, checksum = 0, receipt = null }) => ({ index, checksum, receipt }));
    },

    storedBytes: async (uploadIds) => {
      const rows = await model.aggregate<{ total: number }>([
        { $match: { uploadId: { $in: uploadIds }, checksum: { $exists: true } } },
        { $group: { _id: null, total: { $sum: '$size' } } },
      ]);
      return rows[0]?.total ?? 0;
    },

    hasWriters: async ({ uploadId, now }) => (await model.findOne({ uploadId, 'writers.until': { $gt: now } }, { _id: 1 }).lean()) !== null,

    removeSome: async ({ uploadId, indices }) => {
      await model.deleteMany({ uploadId, index: { $in: indices } });
    },

    removeAll: async (uploadId) => {
      await model.deleteMany({ uploadId });
    },
  };
};
