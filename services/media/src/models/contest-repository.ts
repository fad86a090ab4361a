import type { EventEnvelope } from '@stagereel/contracts';
import { appendToOutbox, isDuplicateKey, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ContestRepository } from '../domain/library/contests.ts';

type ContestDocument = {
  _id: string;
  /** Increased with every published cover. */
  revision: number;
  coverImage: string | null;
  deletedAt?: Date;
  /** See outboxFields. */
  outbox?: EventEnvelope[];
};
export type ContestModel = Model<ContestDocument>;

const contestSchema = new Schema<ContestDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, default: 0 },
    coverImage: { type: String, default: null },
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
    return { revision: row?.revision ?? 0, coverImage: row?.coverImage ?? null, isDeleted: row?.deletedAt !== undefined };
  },

  setCover: async ({ contestId, revision, coverImage, events }) => {
    const { $push, $set } = appendToOutbox(events);
    const update = { $push, $set: { ...$set, coverImage, revision: revision + 1 } };
    try {
      // The first cover of a contest inserts its document.
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

  listWithPublishedCovers: async () => (await model.find({ coverImage: { $ne: null } }, { _id: 1 }).lean()).map(({ _id }) => _id),
});
