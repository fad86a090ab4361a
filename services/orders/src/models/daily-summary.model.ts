import { isDuplicateKey, outboxFields, withInitialEvents } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { DailySummaries } from '../domain/today/summary-ports.ts';

/** The id is the day in Asia/Tokyo. */
type SummaryDocument = { _id: string; decidedAt: Date };

const schema = new Schema<SummaryDocument>(
  { _id: String, decidedAt: { type: Date, required: true }, ...outboxFields },
  { versionKey: false },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });

export const connectSummaryModel = async (connection: Connection): Promise<Model<SummaryDocument>> => {
  const model = connection.model<SummaryDocument>('DailySummary', schema);
  await model.init();
  return model;
};

/** `onEvents` is called after every write that put events into an outbox. */
export const createDailySummaries = (input: { model: Model<SummaryDocument>; onEvents: () => void }): DailySummaries => {
  const { model, onEvents } = input;
  return {
    lastBefore: async (day) => {
      const document = await model
        .findOne({ _id: { $lt: day } })
        .sort({ _id: -1 })
        .lean<SummaryDocument>();
      return document?.decidedAt ?? null;
    },
    has: async (day) => (await model.exists({ _id: day })) !== null,
    add: async ({ day, at, events }) => {
      try {
        await model.create({ _id: day, decidedAt: at, ...withInitialEvents(events) });
        onEvents();
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
};
