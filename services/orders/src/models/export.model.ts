import { randomUUID } from 'node:crypto';
import { DAY } from '@stagereel/contracts';
import { outboxFields, withInitialEvents } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ExportLog } from '../domain/handling/handling-ports.ts';

type ExportDocument = { _id: string; startedAt: Date };

const schema = new Schema<ExportDocument>(
  { _id: String, startedAt: { type: Date, required: true }, ...outboxFields },
  { versionKey: false },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });
schema.index({ startedAt: 1 }, { expireAfterSeconds: 90 * DAY });

/** An export changes no document that could carry its audit event, so it gets one of its own. The relay deletes it after publishing. */
export const publishedExports = {};

export const connectExportModel = async (connection: Connection): Promise<Model<ExportDocument>> => {
  const model = connection.model<ExportDocument>('Export', schema);
  await model.init();
  return model;
};

/** `onEvents` is called after every write that put an event into an outbox. */
export const createExportLog = ({ model, onEvents }: { model: Model<ExportDocument>; onEvents: () => void }): ExportLog => ({
  add: async ({ at, event }) => {
    await model.create({ _id: randomUUID(), startedAt: at, ...withInitialEvents([event]) });
    onEvents();
  },
});
