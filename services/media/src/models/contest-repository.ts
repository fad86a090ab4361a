import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, isDuplicateKey, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ContestRepository, PublishedCover } from '../domain/library/contests.ts';

/** Documents from before samples were published have only `coverImage`. */
type ContestDocument = Partial<PublishedCover> & {
  _id: string;
  /** Increased with every published change. */
  revision: number;
  deletedAt?: Date;
  /** See outboxFields. */
  outbox?: EventEnvelope[];
};
export type ContestModel = Model<ContestDocument>;

const sampleVideoSchema = new Schema<NonNullable<PublishedCover['sampleVideo']>>(
  { url: { type: String, required: true }, posterUrl: { type: String, required: true } },
  { _id: false },
);

const contestSchema = new Schema<ContestDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, default: 0 },
    coverImage: { type: String, default: null },
    hasSamples: { type: Boolean, default: false },
    sampleVideo: { type: sampleVideoSchema, default: null },
    deletedAt: Date,
    ...outboxFields,
  },
  { collection: 'contestNotes', versionKey: false },
);
contestSchema.index({ outboxDueAt: 1 }, { sparse: true });

export const createContestModel = (connection: Connection): ContestModel => connection.model<ContestDocument>('ContestNote', contestSchema);

export const createContestRepository = ({ model, onEvents }: { model: ContestModel; onEvents: () => void }): ContestRepository => ({
  find: async (contestId) => {
    const row = await model.findOne({ _id: contestId }).lean();
    const { coverImage = null, hasSamples = false, sampleVideo = null } = row ?? {};
    return { revision: row?.revision ?? 0, published: { coverImage, hasSamples, sampleVideo }, isDeleted: row?.deletedAt !== undefined };
  },

  setCover: async ({ contestId, revision, cover, events }) => {
    const update = { ...appendToOutbox(events), $set: { ...cover, revision: revision + 1 } };
    try {
      // The first change of a contest inserts its document.
      const { matchedCount, upsertedCount } = await model.updateOne({ _id: contestId, revision }, update, { upsert: revision === 0 });
      if (matchedCount + upsertedCount === 0) return false;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
    onEvents();
    return true;
  },

  markDeleted: async (contestId) => {
    await model.updateOne({ _id: contestId }, { $set: { deletedAt: new Date() } }, { upsert: true });
  },

  listWithPublishedCovers: async () => {
    const published = { $or: [{ coverImage: { $ne: null } }, { hasSamples: true }], deletedAt: null };
    return (await model.find(published, { _id: 1 }).lean()).map(({ _id }) => _id);
  },
});
