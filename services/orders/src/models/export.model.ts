import { randomUUID } from 'node:crypto';
import { DAY } from '@stagereel/contracts';
import { bornWithEvents, outboxFields } from '@stagereel/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';
import type { ExportLog } from '../domain/ports.ts';

type ExportDocument = { _id: string; startedAt: Date };

const schema = new Schema<ExportDocument>(
  { _id: String, startedAt: { type: Date, required: true }, ...outboxFields },
  { versionKey: false },
);
schema.index({ outboxDueAt: 1 }, { sparse: true });
schema.index({ startedAt: 1 }, { expireAfterSeconds: 90 * DAY });

/** An export changes nothing that could carry its event; its own record does, and is of no more use once that is out. */
export const toldExports = {};

export const connectExportModel = async (connection: Connection): Promise<Model<ExportDocument>> => {
  const model = connection.model<ExportDocument>('Export', schema);
  await model.init();
  return model;
};

/** Exports in MongoDB, until the audit log has heard of them. `onEvents` is called after every one. */
export const createExportLog = ({ model, onEvents }: { model: Model<ExportDocument>; onEvents: () => void }): ExportLog => ({
  add: async ({ at, event }) => {
    await model.create({ _id: randomUUID(), startedAt: at, ...bornWithEvents([event]) });
    onEvents();
  },
});
